export const Logo = ({ size = 32, wordmark = true }: { size?: number; wordmark?: boolean }) => (
  <span className="logo" style={{ fontSize: size * 0.625 }}>
    <svg
      width={size}
      height={size}
      viewBox="0 0 40 40"
      focusable="false"
      {...(wordmark ? { 'aria-hidden': true } : { role: 'img', 'aria-label': 'Wellport' })}
    >
      <rect className="logo-ground" width="40" height="40" rx="10" />
      <circle className="logo-sun" cx="28.5" cy="11" r="3.5" />
      <path className="logo-wave" d="M7 15c1.6 8.5 3.4 13 6.2 13s4.1-9 6.8-9 3.9 9 6.8 9 4.7-3.4 6.2-8.5" />
    </svg>
    {wordmark && <span className="logo-word">Wellport</span>}
  </span>
);
