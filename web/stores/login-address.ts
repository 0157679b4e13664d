// Sends the user to the login page in such a way that they come back to where they were.

/** Hash routes: the path now shown becomes `from`. */
export function goToLogin(): void {
  const here = location.hash.replace(/^#/, '') || '/';
  if (here.startsWith('/login')) return;
  location.hash = `/login?from=${encodeURIComponent(here)}`;
}
