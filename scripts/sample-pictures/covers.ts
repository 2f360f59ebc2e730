/** Width and height of a cover, in pixels: 16:9. */
export const coverSize = { width: 960, height: 540 }

const ink = '#d9efeb'
const sun = '#f0a15e'

const stage = `<path d="M150 400V170q330-90 660 0v230zM150 400h660"/>
  <path d="M300 400v-96h360v96M480 304v-36M440 268h80" />
  <path stroke="${sun}" d="M200 132l60 66M760 132l-60 66M480 96v60"/>
  ${rowOfHeads(452)}${rowOfHeads(510)}`

const screens = `<path d="M90 150h330v190H90zM540 150h330v190H540zM255 340v70M705 340v70M190 410h130M640 410h130"/>
  <path d="M140 300l70-60 60 34 90-84"/><path stroke="${sun}" d="M600 290a105 105 0 0 1 210 0M705 290l44-56"/>
  ${rowOfHeads(500)}`

const bridge = `<circle cx="690" cy="170" r="60" stroke="${sun}"/><path stroke="${sun}" d="M690 82V62M778 170h20M582 170h20M752 108l14-14M628 108l-14-14"/>
  <path d="M60 400h160q40-150 260-150t260 150h160M330 400a150 120 0 0 1 300 0M380 284v-38M480 262v-42M580 284v-38"/>
  <path d="M60 450q30-14 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0M180 500q30-14 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0"/>`

const frames = `<path d="M110 130h340v230H110zM510 90h180v250H510zM730 130h140v170H730zM170 400h300v90H170zM530 380h330v110H530z"/>
  <path d="m130 330 90-110 70 70 60-60 80 100M540 310l50-80 40 50 40-60M750 280l40-60 60 60M200 470l50-40 60 40M560 470l70-60 60 40 80-50 70 70"/>
  <g stroke="${sun}"><circle cx="390" cy="190" r="24"/><circle cx="650" cy="140" r="18"/><circle cx="800" cy="170" r="14"/></g>`

const wind = `<path d="M240 480V210M240 210V80M240 210l112 66M240 210l-112 66M560 480V270M560 270V170M560 270l86 50M560 270l-86 50M790 480V330M790 330v-74M790 330l64 38M790 330l-64 38"/>
  <path d="M40 480q120-44 240-18t220-20 200 14 220-16"/><circle cx="690" cy="120" r="46" stroke="${sun}"/>`

const drawings = { stage, screens, bridge, frames, wind }

/** Names of the drawings. */
export const coverNames = Object.keys(drawings) as (keyof typeof drawings)[]

/** Draws a cover of a live stream as SVG. */
export function drawCover(name: keyof typeof drawings): string {
  const { width, height } = coverSize
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0a4a46"/><stop offset="1" stop-color="#0e2f2d"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    <g fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" opacity=".9">${drawings[name]}</g>
  </svg>`
}

/** Draws a row of people from behind, whose heads are at the height `y`. */
function rowOfHeads(y: number): string {
  return Array.from({ length: 11 }, (_, index) => {
    const x = 130 + index * 70
    return `<path d="M${x - 22} ${y + 30}a22 20 0 0 1 44 0"/><circle cx="${x}" cy="${y - 4}" r="12"/>`
  }).join('')
}
