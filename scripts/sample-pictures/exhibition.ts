import { boothCentres, planSize } from '#server/sample/rows.ts'

/** Size of a plan in pixels. */
const { width, height } = planSize

/** Size of a booth in pixels. */
const boothSize = { width: 260, height: 170 }

/**
 * Colours of the areas by the first letter of their booths: paper and ink of the tracks in the light theme
 * (src/app/theme/tokens.css).
 */
const areas: Readonly<Record<string, { paper: string; ink: string }>> = {
  A: { paper: '#e3efed', ink: '#0b5f59' },
  B: { paper: '#e6ecfb', ink: '#1d4ed8' },
  C: { paper: '#efe6fb', ink: '#7c3aed' },
  D: { paper: '#fbe9dc', ink: '#a8480f' },
  E: { paper: '#e6efe8', ink: '#1e6b3a' },
}

/** An area of a hall other than a booth, with labels in both languages. */
interface Facility {
  /** Left edge, in pixels. */
  x: number
  /** Upper edge, in pixels. */
  y: number
  width: number
  height: number
  labels: readonly [zh: string, en: string]
}

/** Facilities by the id of their hall. */
const facilities: Readonly<Record<string, readonly Facility[]>> = {
  'hall-1': [
    { x: 1140, y: 150, width: 320, height: 445, labels: ['产品发布区', 'Launch stage'] },
    { x: 780, y: 700, width: 260, height: 170, labels: ['洽谈区', 'Meeting tables'] },
    { x: 1140, y: 700, width: 150, height: 170, labels: ['咖啡', 'Coffee'] },
    { x: 1310, y: 700, width: 150, height: 170, labels: ['洗手间', 'Toilets'] },
  ],
  'hall-2': [
    { x: 780, y: 195, width: 680, height: 250, labels: ['互动体验区', 'Try it yourself'] },
    { x: 780, y: 615, width: 400, height: 250, labels: ['青年展区', 'Youth corner'] },
    { x: 1220, y: 615, width: 240, height: 250, labels: ['洗手间', 'Toilets'] },
  ],
}

const font = `font-family="Noto Sans CJK SC, Noto Sans, sans-serif" text-anchor="middle"`

/** Draws the plan of a hall as SVG: walls, doors, booths with their numbers, and facilities. */
export function drawHall(id: string): string {
  const booths = boothCentres.filter(({ hall }) => hall === id)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="#f3f1ea"/>
    <rect x="60" y="60" width="1480" height="880" rx="10" fill="#fffefb" stroke="#55635f" stroke-width="8"/>
    ${door(width / 2, 940, '主入口', 'Main entrance')}${door(420, 60, '', '')}
    <path d="M110 372h980M110 648h980M1090 110v780" stroke="#e3e1da" stroke-width="3" stroke-dasharray="2 14" stroke-linecap="round"/>
    ${(facilities[id] ?? []).map(drawFacility).join('')}
    ${booths.map(({ booth, x, y }) => drawBooth(booth, { x, y })).join('')}
  </svg>`
}

function drawBooth(booth: string, { x, y }: { x: number; y: number }): string {
  const { paper, ink } = areas[booth.charAt(0)] ?? { paper: '#fff', ink: '#000' }
  const left = x - boothSize.width / 2
  const top = y - boothSize.height / 2
  return `<rect x="${left}" y="${top}" width="${boothSize.width}" height="${boothSize.height}" rx="8" fill="${paper}" stroke="${ink}" stroke-width="3"/>
    <text x="${x}" y="${top + 42}" ${font} font-size="32" font-weight="700" fill="${ink}">${booth}</text>`
}

function drawFacility(facility: Facility): string {
  const [zh, en] = facility.labels
  const x = facility.x + facility.width / 2
  const y = facility.y + facility.height / 2
  return `<rect x="${facility.x}" y="${facility.y}" width="${facility.width}" height="${facility.height}" rx="8" fill="#f6f4ee" stroke="#c9c5b9" stroke-width="2"/>
    <text x="${x}" y="${y - 4}" ${font} font-size="28" fill="#55635f">${zh}</text>
    <text x="${x}" y="${y + 30}" ${font} font-size="21" fill="#55635f">${en}</text>`
}

/** Draws an opening in a wall, centred at a point, with its name below. */
function door(x: number, y: number, zh: string, en: string): string {
  return `<path d="M${x - 80} ${y}h160" stroke="#f3f1ea" stroke-width="12"/>
    <path d="M${x - 80} ${y - 14}v28M${x + 80} ${y - 14}v28" stroke="#55635f" stroke-width="6"/>
    <text x="${x}" y="${y + 42}" ${font} font-size="26" fill="#14211f">${zh}  ${en}</text>`
}

/** Logos of invented exhibitors by booth: a colour, and SVG elements in a view box of 240 by 240. */
const logos: Readonly<Record<string, readonly [ink: string, figure: string]>> = {
  A01: [
    '#0b5f59',
    '<path d="M120 130v64M120 110 92 52M120 110l64 6M120 110l-34 54"/><circle cx="120" cy="112" r="12"/>',
  ],
  A02: ['#a8480f', '<path d="m62 178 28-108h94l-28 108zM76 124h94M136 70l-28 108"/>'],
  A03: [
    '#855600',
    '<circle cx="120" cy="92" r="30"/><path d="M120 122v70M84 192h72M120 40v-6M172 92h8M60 92h8M156 56l6-6M84 56l-6-6"/>',
  ],
  B01: ['#1d4ed8', '<path d="M58 84h112v78H58zM170 108h14v30h-14M120 98l-20 30h26l-12 24"/>'],
  B02: [
    '#0e6b8c',
    '<path d="M56 96q22-26 44 0t44 0 44 0M56 134q22-26 44 0t44 0 44 0M56 172q22-26 44 0t44 0 44 0"/>',
  ],
  B03: [
    '#5b5470',
    '<path d="M82 52h76M82 188h76M88 52c0 44 64 44 64 68s-64 24-64 68M152 52c0 44-64 44-64 68s64 24 64 68"/>',
  ],
  C01: [
    '#7c3aed',
    '<circle cx="120" cy="136" r="34"/><circle cx="74" cy="80" r="18"/><circle cx="166" cy="80" r="18"/><path d="m88 94 10 14M152 94l-10 14"/>',
  ],
  C02: [
    '#b0256b',
    '<path d="M46 96h92v66H46zM138 116h32l24 24v22h-56z"/><circle cx="80" cy="168" r="14"/><circle cx="160" cy="168" r="14"/>',
  ],
  D01: [
    '#a8480f',
    '<path d="M120 48 84 192M120 48l36 144M92 160h56M100 128h40M62 88h116M78 88v18M162 88v18"/>',
  ],
  D02: [
    '#1d4ed8',
    '<circle cx="120" cy="120" r="20"/><circle cx="64" cy="72" r="14"/><circle cx="176" cy="72" r="14"/><circle cx="64" cy="168" r="14"/><circle cx="176" cy="168" r="14"/><path d="m75 81 30 26M165 81l-30 26M75 159l30-26M165 159l-30-26"/>',
  ],
  E01: ['#1e6b3a', '<path d="M92 48v34M148 48v34M76 82h88v30a44 44 0 0 1-88 0zM120 156v36"/>'],
  E02: [
    '#4d6b12',
    '<path d="m54 118 66-56 66 56M74 104v80h92v-80M120 176c-30-8-30-40 0-52 30 12 30 44 0 52zM120 184v-30"/>',
  ],
}

/** Booths whose exhibitor has a logo. */
export const boothsWithLogo = Object.keys(logos)

/** Draws the logo of a booth's exhibitor as SVG. @throws Error when there is none */
export function drawLogo(booth: string): string {
  const logo = logos[booth]
  if (!logo) throw new Error(`no mark for ${booth}`)
  const [ink, figure] = logo
  return `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" viewBox="0 0 240 240">
    <rect width="240" height="240" fill="#fff"/>
    <g fill="none" stroke="${ink}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round">${figure}</g>
  </svg>`
}
