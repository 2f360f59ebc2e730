/** Icons that point in reading direction. In right-to-left text they are mirrored (base.css). */
const directionalIcons: ReadonlySet<IconName> = new Set(['back', 'forward', 'external', 'signOut', 'list'])

/** An icon of the app's own set, 24 px, in the text colour. It is decorative: adjacent text has its meaning. */
export function Icon({
  name,
  size = 24,
  filled = false,
}: {
  name: IconName
  /** Side in CSS pixels. */
  size?: number
  /** Fills the shape, as of a starred item; otherwise only its outline is drawn. */
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

/** SVG path data of the icons, in a view box of 24 by 24. */
export const iconPaths = {
  home: 'M4 11.5 12 4.5l8 7V20h-5.5v-5.5h-5V20H4z',
  agenda: 'M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V8M15.5 3.5V8M8.5 14.5h3M8.5 17h6',
  news: 'M4 5h13v14.5H6A2 2 0 0 1 4 17.5zM17 9h3v8.5a2 2 0 0 1-3 1.7M7.5 8.5h6v4h-6zM7.5 16h6',
  live: 'M3.5 6.5h12v11h-12zM15.5 10.5l5-3v9l-5-3',
  show: 'M4 9.5 5.5 4.5h13L20 9.5M4 9.5a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M5.5 12v8h13v-8M9.5 20v-5h5v5',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M4.5 19.5h15',
  upload: 'M12 15.5v-11M7.5 9 12 4.5 16.5 9M4.5 19.5h15',
  more: 'M6 12a1 1 0 1 0-2 0 1 1 0 1 0 2 0M13 12a1 1 0 1 0-2 0 1 1 0 1 0 2 0M20 12a1 1 0 1 0-2 0 1 1 0 1 0 2 0',
  suzhou:
    'M3 17.5h18M5 17.5a7 7 0 0 1 14 0M9.5 17.5a2.5 2.5 0 0 1 5 0M3 21q2.25-1.5 4.5 0t4.5 0 4.5 0 4.5 0M12 10.5V5l3.5 1.6L12 8',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20.5 20.5',
  star: 'm12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  place:
    'M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM12 12.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  forward: 'M9.5 5.5 16 12l-6.5 6.5',
  close: 'M6 6l12 12M18 6 6 18',
  up: 'M12 19V5M6.5 10.5 12 5l5.5 5.5',
  down: 'M12 5v14M6.5 13.5 12 19l5.5-5.5',
  check: 'M5 12.5 10 17.5 19.5 7',
  warning: 'M12 4 21 19.5H3zM12 10v4.5M12 17h.01',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 11v5M12 8h.01',
  offline:
    'M4 4l16 16M8.5 15.5a5 5 0 0 1 5.8-.9M5 12a10 10 0 0 1 4-2.4M12.5 9a10 10 0 0 1 6.5 3M12 19h.01M2 8.6A14.5 14.5 0 0 1 6 6.2M10 5a14.6 14.6 0 0 1 12 3.6',
  question:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM9.6 9.6a2.5 2.5 0 1 1 3.5 2.4c-.7.3-1.1.9-1.1 1.6M12 16.6h.01',
  phone: 'M7.5 3h9v18h-9zM11 18h2',
  share: 'M12 15V4M8 7.5 12 3.5l4 4M6 11.5H5v9h14v-9h-1',
  calendar: 'M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V8M15.5 3.5V8',
  note: 'M5 4h14v9.5L13.5 20H5zM13 20v-6.5h6M8.5 8.5h7M8.5 12h3',
  file: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4',
  pin: 'M9 4h6l-.8 6 3.3 3v1.5h-11V13l3.3-3zM12 14.5V21',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 13h9.4l.8-13M10 10.5v6M14 10.5v6',
  filter: 'M4 6h16M7 12h10M10 18h4',
  grid: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z',
  list: 'M8.5 6.5h11M8.5 12h11M8.5 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  columns: 'M4 5h16v14H4zM9.5 5v14M14.5 5v14',
  sort: 'M7.5 5v14M4.5 16l3 3 3-3M16.5 19V5M13.5 8l3-3 3 3',
  language: 'M4 6h9M8.5 4v2M11 6c-1 4-3.5 6.5-7 8M6 9c1 2.5 3 4 5.5 5M12.5 20 16.5 10.5 20.5 20M14 16.8h5',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  signOut: 'M14 4.5H5.5v15H14M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  sound: 'M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9.5a3.5 3.5 0 0 1 0 5M18 7a7 7 0 0 1 0 10',
  plus: 'M12 5v14M5 12h14',
  history: 'M4.5 12a7.5 7.5 0 1 1 2.2 5.3M4.5 12l-2-2.2M4.5 12l2.3-2M12 8v4.2l2.8 1.8',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  whole: 'M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15',
  minus: 'M5 12h14',
  external: 'M13.5 4.5h6v6M19.5 4.5 11 13M17.5 13.5v6h-13v-13h6',
  hotel:
    'M3.5 19v-12M3.5 16h17v3M20.5 16v-2.5a3.5 3.5 0 0 0-3.5-3.5h-6.5v6M7 13a1.8 1.8 0 1 0 0-3.6A1.8 1.8 0 0 0 7 13',
  plane:
    'M12 3c1 0 1.7 1 1.7 2.4v4.1l7 4.3v2l-7-2.2v3.9l2 1.6v1.4L12 19.6l-3.7 .9v-1.4l2-1.6v-3.9l-7 2.2v-2l7-4.3V5.4C10.3 4 11 3 12 3z',
  train:
    'M7.5 3.5h9a2 2 0 0 1 2 2v9a3 3 0 0 1-3 3h-7a3 3 0 0 1-3-3v-9a2 2 0 0 1 2-2zM5.5 10.5h13M9 14h.01M15 14h.01M8.5 17.5l-2 3M15.5 17.5l2 3',
  taxi: 'M9.5 3.5h5v3M5.5 12 7.5 6.5h9l2 5.5M4 12h16v6.5H4zM6 18.5v2M18 18.5v2M7.5 15.2h.01M16.5 15.2h.01',
  firstAid: 'M4 7.5h16v12H4zM9 7.5v-3h6v3M12 10.5v6M9 13.5h6',
  call: 'M6 3.8h3l1.5 4.2-2 1.6a12 12 0 0 0 5.9 5.9l1.6-2 4.2 1.5v3a2 2 0 0 1-2.2 2A16.5 16.5 0 0 1 4 6a2 2 0 0 1 2-2.2z',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
  expand: 'M14.5 4.5h5v5M19.5 4.5l-6 6M9.5 19.5h-5v-5M4.5 19.5l6-6',
  outbox:
    'M4 13.5v6h16v-6M4 13.5 6.5 9M20 13.5 17.5 9M4 13.5h4.5l1.5 2.5h4l1.5-2.5H20M12 11V3.5M8.8 6.5 12 3.5l3.2 3',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  hot: 'M12 20.5a6 6 0 0 0 6-6c0-4-3.5-5.2-4-10-3 1.6-4.6 4.2-4 7.3-1-.5-1.6-1.6-1.6-2.6A8 8 0 0 0 6 14.5a6 6 0 0 0 6 6z',
} as const

export type IconName = keyof typeof iconPaths
