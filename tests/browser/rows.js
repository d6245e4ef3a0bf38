() => [...document.querySelectorAll('[data-testid=stBidiComponentIsolated]')]
  .flatMap((place) => [...place.shadowRoot.querySelectorAll('.board .rows > .row:not([hidden])')])
  .map((row) => ({
    name: row.querySelector('.who b').textContent.trim(), score: row.querySelector('.score').textContent.trim(),
    rank: row.querySelector('.rank').textContent.trim(), top: row.getBoundingClientRect().top,
    whisker: !row.querySelector('.whisker').hidden, ranks: row.querySelector('.ranks').textContent,
  })).sort((a, b) => a.top - b.top)
