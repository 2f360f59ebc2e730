/** Colours of the covers: paper, water and metal in teal, one orange. */
export const paint = {
  paper: '#f6f1e6',
  sand: '#e8dcc4',
  clay: '#d2bfa0',
  mint: '#c4e2db',
  sea: '#7fbdb3',
  teal: '#2a857d',
  deep: '#0b5f59',
  night: '#0d3b3a',
  ink: '#14211f',
  sun: '#e8843a',
  glow: '#f6c48d',
  white: '#ffffff',
} as const

/** Width and height of a cover, 16 to 9. */
export const size = { width: 960, height: 540 } as const

/** Left edge, upper edge, width and height. */
type Frame = readonly [x: number, y: number, width: number, height: number]

/** A filled rectangle. @param round radius of its corners */
export const box = ([x, y, width, height]: Frame, fill: string, round = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${fill}"/>`

/** A filled circle. */
export const disc = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`

/** A filled outline. @param d path data of SVG */
export const area = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`

/** A drawn line. @param d path data of SVG */
export const line = (d: string, colour: string, width = 6): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** Draws each item, and joins the SVG elements. */
export const drawEach = <T>(items: readonly T[], draw: (item: T, index: number) => string): string =>
  items.map(draw).join('')

/** Returns the integers from 0 to `count - 1`. */
export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** A background from top to bottom. */
export function sky(top: string, bottom: string): string {
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/>
    <stop offset="1" stop-color="${bottom}"/></linearGradient></defs>${box([0, 0, size.width, size.height], 'url(#sky)')}`
}

/** Water up to the lower edge, with calm waves. */
export function water(y: number, fill: string, wave: string): string {
  const lines = drawEach(range(5), (row) => {
    const [top, left] = [y + 26 + row * 34, row % 2 === 0 ? -40 : 30]
    return line(`M${left} ${top}q50 -14 100 0${'t100 0'.repeat(10)}`, wave, 4)
  })
  return box([0, y, size.width, size.height - y], fill) + lines
}

/** How to draw a turbine. */
export interface TurbineOptions {
  /** Height of the hub above the foot. */
  height: number
  /** Rotation of the blades, in degrees. */
  turn: number
  colour: string
}

/** A wind turbine whose foot is at a point. */
export function turbine(x: number, foot: number, { height, turn, colour }: TurbineOptions): string {
  const [hub, blade] = [foot - height, height * 0.55]
  const mast = area(
    `M${x - height * 0.018} ${hub}L${x + height * 0.018} ${hub}L${x + height * 0.03} ${foot}L${x - height * 0.03} ${foot}z`,
    colour,
  )
  const blades = drawEach([0, 120, 240], (angle) => {
    const wide = blade * 0.09
    return `<path transform="rotate(${angle + turn} ${x} ${hub})" fill="${colour}"
      d="M${x} ${hub}q${wide} ${-blade * 0.2} ${wide * 0.6} ${-blade * 0.4}L${x} ${hub - blade}L${x - wide * 0.3} ${hub}z"/>`
  })
  return mast + blades + disc(x, hub, height * 0.035, colour)
}

/** A person as seen from behind: head and shoulders. */
export function person(x: number, y: number, height: number, colour: string): string {
  const head = height * 0.24
  return (
    disc(x, y - height + head, head, colour) +
    area(
      `M${x - height * 0.42} ${y}q0 ${-height * 0.5} ${height * 0.42} ${-height * 0.5}t${height * 0.42} ${height * 0.5}z`,
      colour,
    )
  )
}
