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
  // Of a first visit as firstLanguage() of contract/languages.ts; whatever has no texts of its own yet reads English.
  const OURS = /^(zh|en|ja|ko|th|vi|fr|de|ru|es|pt|ar|it|tr|id|ms|hi|cs)(?=-|$)/i;
  const first = navigator.languages.map((tag) => OURS.exec(tag)?.[1]?.toLowerCase()).find(Boolean);
  const chosen = settings.lang ?? { zh: 'hk', ar: 'ar' }[first ?? 'zh'] ?? 'en';
  const lang = chosen === 'hk' || chosen === 'tw' ? 'hk' : chosen === 'ar' ? 'ar' : 'en';
  if (lang !== 'hk') root.lang = lang;
  if (lang === 'ar') root.dir = 'rtl';
  const texts = document.currentScript?.dataset[lang];
  if (texts) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = texts;
    document.head.append(link);
  }
})();
