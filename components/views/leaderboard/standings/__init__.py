"""The table of methods: a plain table that sorts, opens a method and works by keyboard."""
