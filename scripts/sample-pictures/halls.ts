import { boothCentres, planSize } from '#server/sample/rows.ts'

const { width, height } = planSize

/** Size of a booth in pixels. */
const boothSize = { width: 260, height: 170 }

/** Colours of the areas: paper and ink of the tracks in the light theme (src/app/theme/tokens.css). */
const areas: Readonly<Record<string, { paper: string; ink: string }>> = {
  A: { paper: '#e3efed', ink: '#0b5f59' },
  B: { paper: '#e6ecfb', ink: '#1d4ed8' },
  C: { paper: '#efe6fb', ink: '#7c3aed' },
  D: { paper: '#fbe9dc', ink: '#a8480f' },
  E: { paper: '#e6efe8', ink: '#1e6b3a' },
}

/** An area of a hall other than a booth, with labels in both languages. */
interface Facility {
  x: number
  y: number
  width: number
  height: number
  labels: readonly [zh: string, en: string]
}

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

function door(x: number, y: number, zh: string, en: string): string {
  return `<path d="M${x - 80} ${y}h160" stroke="#f3f1ea" stroke-width="12"/>
    <path d="M${x - 80} ${y - 14}v28M${x + 80} ${y - 14}v28" stroke="#55635f" stroke-width="6"/>
    <text x="${x}" y="${y + 42}" ${font} font-size="26" fill="#14211f">${zh}  ${en}</text>`
}
