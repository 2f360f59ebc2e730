import { iconPaths, type IconName } from './icon-paths.ts'

export type { IconName }

/** Those that point along the line of reading: from right to left they point the other way (base.css). */
const pointing: ReadonlySet<IconName> = new Set(['back', 'forward', 'external', 'signOut', 'list'])

/** A drawing of the app's own set, 24 px, in the colour of the text. Decorative: its meaning stands beside it in words. */
export function Icon({
  name,
  size = 24,
  filled = false,
}: {
  name: IconName
  size?: number
  filled?: boolean
}) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      data-points={pointing.has(name) || undefined}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
