// The sign of the product.

export function BrandMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 64 64" className={className}>
      <rect width="64" height="64" rx="15" className="fill-accent" />
      <path
        d="M15 34.5 27 46.5 49 17.5"
        fill="none"
        stroke="#fff"
        strokeWidth="6.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M37 46.5H49" stroke="#9db5ff" strokeWidth="6.5" strokeLinecap="round" />
    </svg>
  );
}
