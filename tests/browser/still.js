(frames) => {
  const app = document.querySelector('[data-testid="stApp"]');
  const idle = app && app.dataset.testScriptState === 'notRunning' && app.dataset.testConnectionState === 'CONNECTED'
    && !document.querySelector('[class*=st-key-later_], [data-behind=asked]')
    && !document.querySelector('[data-testid="stSkeleton"]')
    && ![...document.querySelectorAll('[data-testid=stBidiComponentIsolated]')]
      .some((place) => place.shadowRoot?.querySelector('.board.waiting'))
    && document.querySelector('[data-testid="stMainBlockContainer"] h1');
  window.still = idle ? (window.still ?? 0) + 1 : 0;
  return window.still > frames && (window.still = 0, true);
}
