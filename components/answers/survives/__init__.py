"""Does forgetting survive when the unlearned model is changed again?"""
