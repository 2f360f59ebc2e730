import { area, box, disc, drawEach, line, paint, person, sky, turbine, range, water } from './shapes.ts'

const { paper, sand, clay, mint, sea, teal, deep, night, ink, sun, glow, white } = paint

/** White walls under dark roofs, as along the canals. */
const houses = (roof: string, wall: string, window: string): string =>
  drawEach([40, 190, 640, 800], (x, index) => {
    const [width, y] = [140, 250 + (index % 2) * 22]
    return (
      box([x, y, width, 130], wall) +
      area(`M${x - 18} ${y}q${width / 2 + 18} -70 ${width + 36} 0l-14 10h${-width - 8}z`, roof) +
      drawEach([24, 82], (left) => box([x + left, y + 40, 34, 46], window, 3))
    )
  })

const bridge = (stone: string): string =>
  area('M250 400q230 -210 460 0h-80q-150 -150 -300 0z', stone) +
  line('M262 380q218 -196 436 0', stone, 10) +
  drawEach(range(9), (post) => {
    const x = 290 + post * 47.5
    const y = 396 - 118 * (1 - ((x - 480) / 230) ** 2)
    return line(`M${x} ${y}v-34`, stone, 6)
  })

/** The town of canals by day. */
export const canal = (): string =>
  sky(mint, paper) +
  disc(720, 130, 62, sun) +
  houses(ink, white, sea) +
  water(380, teal, sea) +
  bridge(sand) +
  area('M330 470q70 44 170 0l22 -30h-220z', deep)

/** The same with lanterns, when the forum is over. */
export const evening = (): string =>
  sky(night, '#24625d') +
  disc(250, 110, 44, glow) +
  houses('#081f1f', '#2c6660', glow) +
  water(380, '#0a4a47', teal) +
  bridge('#5b8f86') +
  drawEach([180, 340, 620, 790], (x, index) =>
    [
      line(`M${x} 0v${100 + index * 18}`, '#0a2c2b', 3),
      box([x - 20, 100 + index * 18, 40, 50], sun, 18),
    ].join(''),
  )

/** Turbines at sea. */
export const offshore = (): string =>
  sky('#dcebe4', paper) +
  disc(200, 170, 74, glow) +
  turbine(300, 430, { height: 230, turn: 15, colour: teal }) +
  turbine(520, 450, { height: 330, turn: 40, colour: deep }) +
  turbine(760, 425, { height: 200, turn: 70, colour: teal }) +
  turbine(890, 415, { height: 140, turn: 10, colour: sea }) +
  water(405, teal, sea)

/** A stage with light, and people before it. */
export const stage = (): string =>
  sky(night, deep) +
  drawEach([160, 330, 630, 800], (x) => `<g opacity="0.16">${area(`M${x} 0l-90 430h180z`, glow)}</g>`) +
  box([230, 120, 500, 210], paper, 10) +
  disc(480, 215, 54, sun) +
  line('M290 270q95 -60 190 0t190 0', teal, 10) +
  line('M290 296q95 -60 190 0t190 0', sea, 6) +
  box([170, 350, 620, 26], clay, 4) +
  drawEach(range(11), (seat) => person(10 + seat * 94, 470, 110, '#0a4a47')) +
  drawEach(range(12), (seat) => person(-30 + seat * 92, 560, 130, '#072f2e'))

/** Stands of an exhibition. */
export const hall = (): string =>
  sky(paper, sand) +
  drawEach(range(6), (rib) => line(`M${-40 + rib * 208} 0q104 120 208 0`, clay, 8)) +
  drawEach([60, 370, 680], (x, index) => {
    const roof = [deep, sun, teal][index] ?? deep
    return (
      box([x, 210, 220, 230], white, 8) +
      box([x - 14, 180, 248, 46], roof, 8) +
      (index === 0 ? turbine(x + 110, 420, { height: 130, turn: 30, colour: sea }) : '') +
      (index === 1 ? box([x + 40, 270, 140, 110], mint, 8) + disc(x + 110, 325, 34, teal) : '') +
      (index === 2
        ? drawEach(range(3), (row) => box([x + 36, 266 + row * 48, 148, 36], row === 1 ? glow : mint, 6))
        : '')
    )
  }) +
  box([0, 440, 960, 100], clay) +
  drawEach([40, 310, 350, 640, 920], (x, index) => person(x, 540, 110 + (index % 2) * 20, ink))
