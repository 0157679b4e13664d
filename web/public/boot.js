// Before the first paint: the stored theme, language and direction, so that nothing flashes. The app takes over in app/appearance.ts.
(() => {
  const root = document.documentElement;
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem('fairtick.settings') ?? '{}');
  } catch {
    // Unreadable storage: the defaults.
  }
  const dark =
    settings.theme === 'dark' || (settings.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  if (settings.lang === 'ar') {
    root.lang = 'ar';
    root.dir = 'rtl';
  } else if (settings.lang && settings.lang !== 'hk') {
    root.lang = 'en';
  }
})();
