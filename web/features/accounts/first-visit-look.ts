// How the greeting of a first visit looks: shared by the component and by the page's own first paint (vite-first-paint.ts), which shows the
// same greeting before any script has come. They must lie on the same pixels, so that nothing moves when the one replaces the other.

export const VISIT_LOOK = {
  card: 'rounded-xl bg-accent p-5 text-on-accent lg:p-6',
  title: 'text-balance font-semibold text-xl leading-tight tracking-[-0.02em]',
  text: 'mt-2 text-pretty text-sm',
  /** On top of the button's own look. */
  button: 'mt-5 bg-on-accent! text-accent! hover:bg-on-accent! focus-visible:outline-on-accent',
  foot: 'mt-1 flex flex-wrap items-center justify-between gap-x-4',
  note: 'text-xs',
  link: 'min-h-11 font-semibold text-sm underline decoration-1 underline-offset-4 focus-visible:outline-on-accent',
} as const;
