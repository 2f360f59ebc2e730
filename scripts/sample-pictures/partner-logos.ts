/** Width and height of a logo in pixels: twice the size on the home page, for sharp screens. */
const [width, height] = [192, 96]

const teal = '#0B5F59'
const orange = '#A8480F'
const blue = '#1D4ED8'
const green = '#1E6B3A'
const violet = '#5B5470'

// Elements of SVG for the logos: a ring around the centre, lines and areas by their path data, filled circles.
const ring = (r: number, colour: string) =>
  `<circle cx="96" cy="48" r="${r}" fill="none" stroke="${colour}" stroke-width="7"/>`
const line = (d: string, colour: string, px = 7) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${px}" stroke-linecap="round" stroke-linejoin="round"/>`
const area = (d: string, colour: string) => `<path d="${d}" fill="${colour}"/>`
const dot = (x: number, y: number, r: number, colour: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`

/** A blade of a turbine whose hub is the centre. */
const blade = (degrees: number, colour: string) =>
  `<path d="M96 48c8-12 6-24 0-34-6 10-8 22 0 34z" transform="rotate(${degrees} 96 48)" fill="${colour}"/>`

/** Logos of invented organisers and partners, by the partners' ids in server/sample/data/partners.json. */
const logos: Readonly<Record<string, string>> = {
  committee: ring(38, teal) + blade(0, teal) + blade(120, teal) + blade(240, orange),
  'host-city':
    line('M40 72h112M56 72a40 40 0 0 1 80 0M78 72a18 18 0 0 1 36 0', teal) + dot(96, 16, 8, orange),
  secretariat:
    ring(36, blue) + line('M60 48h72M96 12q-24 36 0 72M96 12q24 36 0 72', blue, 5) + dot(132, 48, 8, orange),
  academic: line('M52 24q26-6 44 8 18-14 44-8v52q-26-6-44 8-18-14-44-8zM96 32v52', violet),
  exhibition: line('M50 80V36l46-22 46 22v44M74 80V52h44v28M40 80h112', orange),
  youth:
    area('M96 54C66 56 58 34 58 20c26 0 38 14 38 34z', green) +
    area('M96 54c0-22 14-38 38-38 0 24-12 38-38 38z', green) +
    line('M96 52v32', green),
  'wind-solar':
    dot(70, 34, 20, orange) + line('M122 84V40M122 40V12M122 40l24 14M122 40l-24 14M40 84h112', teal),
  storage: line('M58 22h68v60H58zM80 22v-8h24v8', green) + area('M98 30 76 56h14l-6 20 24-28H94z', green),
  grid:
    line('M96 12 72 84M96 12l24 72M82 36h28M76 58h40M84 36l32 22M110 36 76 58M54 30h84', blue, 6) +
    dot(54, 30, 6, orange) +
    dot(138, 30, 6, orange),
  mobility:
    line('M44 64q0-16 14-18l12-20h40l18 20q20 2 20 18M70 64h50', teal) +
    dot(60, 68, 11, teal) +
    dot(130, 68, 11, teal),
  interpretation:
    line('M44 20h56v36H70L56 70V56H44z', violet) + area('M108 36h40v32h-12v14L122 68h-14z', orange),
  daily: line(
    'M54 16h72v66H66a12 12 0 0 1-12-12zM126 34h14v36a12 12 0 0 1-12 12M70 34h40M70 50h40M70 66h24',
    teal,
  ),
  magazine: area('M58 14h76v70H58z', violet) + line('M74 34h44M74 50h44M74 66h24', '#FFFFFF', 6),
  broadcast: line('M48 20h96v52H48zM72 84h48', orange) + area('M86 32v28l26-14z', orange),
}

/** Ids of the partners with a logo. */
export const partnerIds = Object.keys(logos)

/** Draws the logo of an invented organiser or partner as SVG. @throws Error when there is none */
export function drawPartnerLogo(id: string): string {
  const logo = logos[id]
  if (!logo) throw new Error(`no logo for ${id}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${logo}</svg>`
}
