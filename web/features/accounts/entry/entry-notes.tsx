// What stands below the forms of entry: the way to the other form.

export function EntryLink({ question, href, text }: { question: string; href: string; text: string }) {
  return (
    <p className="mt-2 flex min-h-11 flex-wrap items-center justify-center gap-x-1.5 text-muted text-sm">
      {question}
      <a href={href} className="inline-flex min-h-11 items-center font-semibold text-accent-text">
        {text}
      </a>
    </p>
  );
}
