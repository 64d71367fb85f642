// Runs before anything is painted, so that nobody sees the other theme first. A classic script: modules come later.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem('tablen') ?? '{}');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage the browser's own choice holds.
  }
})();
