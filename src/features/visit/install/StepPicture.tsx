import styles from './StepPicture.module.css'

// Paths that several pictures share. Outlines of a phone, and of a tablet or desktop:
const phone = 'M30 4h36a9 9 0 0 1 9 9v78a9 9 0 0 1-9 9H30a9 9 0 0 1-9-9V13a9 9 0 0 1 9-9z'
const wide = 'M12 16h72a7 7 0 0 1 7 7v58a7 7 0 0 1-7 7H12a7 7 0 0 1-7-7V23a7 7 0 0 1 7-7z'
// A menu that slides in from below; the text of a web page on a phone, and on a wide device:
const sheet = 'M23 48h50M31 62h22M31 90h22'
const page = 'M31 34h34M31 42h24M31 56h34M31 64h28M31 72h18'
const widePage = 'M15 48h66M15 57h48M15 66h58'

/** The drawings by what the user taps: a device, its content, the filled spot or bar to tap, and the sign drawn on it. */
const pictures = {
  shareBottom: {
    device: phone,
    content: `${page} M23 84h50M34 92h.1M62 92h.1`,
    spot: [48, 88, 9],
    sign: 'M48 89v-6M45.5 85l2.5-2.5 2.5 2.5M44.5 88v4h7v-4',
  },
  shareTop: {
    device: wide,
    content: `${widePage} M7 32h82M15 24h14`,
    spot: [78, 25, 9],
    sign: 'M78 26v-6M75.5 22l2.5-2.5 2.5 2.5M74.5 25v4h7v-4',
  },
  menuTop: {
    device: phone,
    content: `${page} M23 24h50M31 15h18`,
    spot: [66, 15, 8],
    sign: 'M66 11.5h.1M66 15h.1M66 18.5h.1',
  },
  dotsTop: {
    device: phone,
    content: `${page} M23 24h50M31 15h18`,
    spot: [64, 15, 8],
    sign: 'M60.5 15h.1M64 15h.1M67.5 15h.1',
  },
  menuBottom: {
    device: phone,
    content: `${page} M23 84h50M34 92h.1M48 92h.1`,
    spot: [64, 90, 8],
    sign: 'M60.5 87h7M60.5 90h7M60.5 93h7',
  },
  row: {
    device: phone,
    content: `${sheet} M31 20h34M31 28h24`,
    bar: [26, 68, 44, 15],
    sign: 'M58.5 72.5h7v6.5h-7zM62 74.5v2.5M60.7 75.7h2.6',
  },
  confirm: {
    device: phone,
    content: 'M29 34h38v36H29zM35 43h20M35 50h26M36 63h7',
    bar: [48, 57, 16, 10],
    sign: 'M53 62l2.2 2.2 4-4.4',
  },
  home: {
    device: phone,
    content:
      'M29 20h9v9h-9zM43.5 20h9v9h-9zM58 20h9v9h-9zM29 38h9v9h-9zM58 38h9v9h-9zM29 56h9v9h-9zM43.5 56h9v9h-9z',
    bar: [41, 35, 14, 14],
    sign: 'M44 44.5q2-1.5 4 0t4 0M48 43v-5M48 38l3 1.7M48 38l-3 1.7',
  },
  addressBar: {
    device: wide,
    content: `${widePage} M7 34h82M13 25h40`,
    spot: [80, 25, 8],
    sign: 'M80 21v5.5M77.5 24.3l2.5 2.5 2.5-2.5M76 29h8',
  },
  confirmWide: {
    device: wide,
    content: 'M7 32h82M15 24h22M34 42h44v32H34zM41 50h24M41 58h18',
    bar: [60, 62, 14, 8],
    sign: 'M64.5 66l1.8 1.8 3.2-3.6',
  },
  window: {
    device: wide,
    content: 'M7 32h82M30 24h30M15 44h66M15 54h48M15 64h58M15 74h40',
    bar: [13, 18, 11, 11],
    sign: 'M15.5 25.5q1.5-1 3 0t3 0M18.5 24.5v-4',
  },
  menuBar: {
    device: wide,
    content: `${widePage} M7 30h82M32 23h10M50 23h10M68 23h10`,
    bar: [10, 18, 16, 10],
    sign: 'M14 23h8',
  },
  rowWide: {
    device: wide,
    content: 'M7 32h82M15 24h14M15 48h22M15 57h14M15 66h18M46 38h36v42H46zM53 46h14M53 54h20',
    bar: [50, 61, 28, 12],
    sign: 'M68.5 63.7h6.5v6.5h-6.5zM71.7 65.7v2.5M70.5 67h2.5',
  },
  homeWide: {
    device: wide,
    content:
      'M17 27h9v9h-9zM35 27h9v9h-9zM53 27h9v9h-9zM71 27h9v9h-9zM17 47h9v9h-9zM35 47h9v9h-9zM71 47h9v9h-9zM17 67h9v9h-9zM35 67h9v9h-9z',
    bar: [50.5, 44.5, 14, 14],
    sign: 'M53.5 54q2-1.5 4 0t4 0M57.5 52.5v-5M57.5 47.5l3 1.7M57.5 47.5l-3 1.7',
  },
  copy: {
    device: phone,
    content: `${page} M23 24h50M29 15h24`,
    spot: [65, 15, 8],
    sign: 'M62 13.5h5v5h-5zM64 13.5v-2h5v5h-2',
  },
  compass: {
    device: phone,
    content: 'M48 28a24 24 0 1 0 .1 0M48 33v2.5M48 68.5v2.5M29 52h2.5M64.5 52h2.5',
    spot: [48, 52, 15],
    sign: 'M54 46l-4 8-8 4 4-8z',
  },
} as const satisfies Record<string, Picture>

/** Paths and coordinates in SVG units. A picture has a spot or a bar. */
interface Picture {
  /** Outline of the phone or the wide device. */
  device: string
  /** What is on its screen. */
  content: string
  /** Round place to tap: centre (x, y) and radius. */
  spot?: readonly [number, number, number]
  /** Oblong place to tap: left, top, width, height. */
  bar?: readonly [number, number, number, number]
  /** Icon on the place to tap. */
  sign: string
}

/** Name of a drawing. */
export type PictureName = keyof typeof pictures

/** Draws where to tap. The text beside it says the same. */
export function StepPicture({ name }: { name: PictureName }) {
  const { device, content, spot, bar, sign }: Picture = pictures[name]
  return (
    <svg
      aria-hidden="true"
      className={styles.picture}
      viewBox={device === phone ? '18 2 60 100' : '2 2 92 100'}
    >
      <path className={styles.device} d={device} />
      <path className={styles.screenContent} d={content} />
      {spot && <circle className={styles.spot} cx={spot[0]} cy={spot[1]} r={spot[2]} />}
      {bar && <rect className={styles.spot} x={bar[0]} y={bar[1]} width={bar[2]} height={bar[3]} rx={4} />}
      <path className={styles.sign} d={sign} />
    </svg>
  )
}
