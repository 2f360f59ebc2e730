import { iconPaths, type IconName } from './icon-paths.ts'

export type { IconName }

/** Icons that point in reading direction. In right-to-left text they are mirrored (base.css). */
const directionalIcons: ReadonlySet<IconName> = new Set(['back', 'forward', 'external', 'signOut', 'list'])

/** An icon of the app's own set, 24 px, in the text colour. It is decorative: adjacent text has its meaning. */
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
      data-points={directionalIcons.has(name) || undefined}
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
