// Before the first paint: the stored theme, language and direction, and whether this is a first visit, so that nothing flashes; and the texts
// of that language are asked for at once. The app takes over in shell/appearance.ts and shell/main.tsx.
(() => {
  const root = document.documentElement;
  let settings = {};
  let known = !/^#?\/?$/.test(location.hash);
  try {
    settings = JSON.parse(localStorage.getItem('fairtick.settings') ?? '{}');
    known ||= localStorage.getItem('fairtick.session') !== null;
  } catch {
    // Unreadable storage: the defaults.
  }
  const dark =
    settings.theme === 'dark' || (settings.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  if (!known) root.dataset.firstVisit = '';
  const lang = !settings.lang || settings.lang === 'hk' ? 'hk' : settings.lang === 'ar' ? 'ar' : 'en';
  if (lang !== 'hk') root.lang = lang;
  if (lang === 'ar') root.dir = 'rtl';
  for (const href of document.currentScript?.dataset[lang]?.split(' ') ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
})();
