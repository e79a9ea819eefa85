/** The share of its lifetime that a moment has left: 1 is high in the sky, 0 is below the horizon. */
export function SettingSun({ left, size = 20 }: { left: number; size?: number }) {
  const height = 14 * Math.min(1, Math.max(0, left));
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <svg width="24" height="17" viewBox="0 0 24 17">
        <circle cx="12" cy={23 - height} r="7" fill="var(--sky-4)" />
      </svg>
      <path d="M1.5 18h21" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}
