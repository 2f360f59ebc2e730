import { area, box, disc, drawEach, line, paint, sky, range, water } from './shapes.ts'

const { paper, sand, clay, mint, sea, teal, deep, night, ink, sun, glow, white } = paint

/** Days and rooms as a board of cards. */
export const board = (): string => {
  const colours = [deep, sun, teal, '#7a5ba8', '#1f6f8b', '#a8480f', sea]
  return (
    sky(mint, paper) +
    box([90, 60, 780, 500], white, 20) +
    drawEach(range(4), (column) => {
      const x = 130 + column * 180
      return (
        box([x, 96, 160, 26], sand, 13) +
        drawEach(range(4), (row) => {
          const tall = 64 + ((column * 3 + row * 5) % 3) * 22
          const y = 144 + row * 104
          return (
            box([x, y, 160, Math.min(tall, 96)], paper, 10) +
            box([x, y, 10, Math.min(tall, 96)], colours[(column * 2 + row) % colours.length] ?? deep, 4) +
            box([x + 26, y + 16, 108, 10], clay, 5) +
            box([x + 26, y + 36, 70, 10], sand, 5)
          )
        })
      )
    }) +
    line('M70 330H890', sun, 6) +
    disc(70, 330, 12, sun)
  )
}

/** Panels on roofs under a large sun. */
export const roofs = (): string =>
  sky(glow, paper) +
  disc(760, 150, 96, sun) +
  drawEach([0, 1], (row) =>
    drawEach(range(3), (house) => {
      const [x, y] = [-60 + house * 350 + row * 140, 250 + row * 130]
      return (
        area(`M${x} ${y + 110}l90 -110h250l-90 110z`, row === 0 ? teal : deep) +
        drawEach(range(4), (cell) => line(`M${x + 62 + cell * 50} ${y + 110}l90 -110`, mint, 3)) +
        line(`M${x + 45} ${y + 55}h250`, mint, 3) +
        box([x + 14, y + 110, 236, 190], row === 0 ? sand : clay)
      )
    }),
  )

/** Batteries beside a line. */
export const batteries = (): string =>
  sky('#dfeae5', paper) +
  line('M0 120q240 70 480 0t480 0', ink, 4) +
  line('M0 160q240 70 480 0t480 0', ink, 4) +
  drawEach([480], (x) =>
    line(`M${x} 80v340M${x - 70} 112h140M${x - 54} 152h108M${x - 40} 420l40 -90l40 90`, ink, 8),
  ) +
  drawEach([70, 260, 560, 750], (x, index) => {
    const charge = [0.9, 0.55, 0.75, 0.35][index] ?? 0.5
    return (
      box([x, 260, 150, 190], white, 14) +
      box([x + 48, 240, 54, 24], clay, 6) +
      box([x + 18, 280, 114, 152], mint, 8) +
      box([x + 18, 280 + 152 * (1 - charge), 114, 152 * charge], index === 3 ? sun : teal, 8) +
      area(`M${x + 84} 306l-34 58h26l-10 46l36 -62h-26z`, white)
    )
  }) +
  box([0, 450, 960, 90], clay)

/** Homes that share what they have. */
export const homes = (): string => {
  const points = [
    [150, 150],
    [790, 140],
    [120, 390],
    [820, 400],
    [480, 440],
  ] as const
  return (
    sky('#e4efe9', paper) +
    drawEach(points, ([x, y]) => line(`M480 240L${x} ${y}`, sea, 6)) +
    drawEach(points, ([x, y]) => disc((480 + x) / 2, (240 + y) / 2, 10, sun)) +
    drawEach(points, ([x, y]) =>
      [
        area(`M${x - 74} ${y}l74 -62l74 62z`, deep),
        box([x - 56, y, 112, 84], white),
        box([x - 20, y + 30, 40, 54], glow),
      ].join(''),
    ) +
    disc(480, 240, 92, teal) +
    disc(480, 240, 70, night) +
    area('M496 184l-54 72h38l-16 52l58 -78h-38z', glow)
  )
}

/** A ship with containers, and what it carries on its account. */
export const ship = (): string =>
  sky('#dcebe4', sand) +
  disc(180, 130, 58, glow) +
  drawEach(range(3), (row) =>
    drawEach(range(6 - row), (column) =>
      box(
        [330 + column * 78 + row * 30, 300 - row * 54, 72, 48],
        [deep, sun, teal, clay, sea][(row * 2 + column) % 5] ?? deep,
        4,
      ),
    ),
  ) +
  box([230, 210, 84, 140], white, 6) +
  box([246, 230, 52, 20], teal, 4) +
  area('M180 350h680l-70 90h-540z', night) +
  water(420, teal, sea)

/** Papers with the news, one upon the other. */
export const press = (): string =>
  sky(deep, teal) +
  drawEach([0, 1, 2], (sheet) => {
    const [x, y] = [500 - sheet * 170, 120 + sheet * 46]
    const turn = [9, -3, -12][sheet] ?? 0
    return (
      `<g transform="rotate(${turn} ${x + 170} ${y + 220})">` +
      box([x, y, 340, 460], [sand, paper, white][sheet] ?? white, 8) +
      box([x + 30, y + 34, 280, 30], sheet === 2 ? ink : clay, 4) +
      box([x + 30, y + 88, 132, 116], sheet === 2 ? sun : sea, 6) +
      drawEach(range(4), (row) =>
        box([x + 182, y + 92 + row * 28, 128 - (row === 3 ? 50 : 0), 12], clay, 6),
      ) +
      drawEach(range(7), (row) => box([x + 30, y + 236 + row * 28, row % 3 === 2 ? 200 : 280, 12], clay, 6)) +
      '</g>'
    )
  })

/** A coach on its way in changing weather. */
export const coach = (): string =>
  sky(mint, paper) +
  disc(700, 130, 70, sun) +
  drawEach([0, 1, 2], (part) => disc(560 + part * 70, 170 - (part % 2) * 34, 62, white)) +
  drawEach(range(5), (drop) => line(`M${530 + drop * 50} 250l-12 30`, teal, 6)) +
  box([0, 430, 960, 110], clay) +
  line('M0 490h960', paper, 6) +
  box([130, 260, 480, 180], deep, 26) +
  drawEach(range(4), (pane) => box([162 + pane * 96, 290, 78, 66], mint, 8)) +
  box([548, 290, 50, 100], glow, 8) +
  box([130, 376, 400, 14], sun) +
  drawEach([230, 500], (x) => disc(x, 440, 44, ink) + disc(x, 440, 18, sand))

/** A way with stops on a map. */
export const route = (): string =>
  sky('#e9f1ea', paper) +
  drawEach(range(6), (row) => line(`M0 ${60 + row * 90}q240 ${row % 2 ? 50 : -50} 480 0t480 0`, sand, 16)) +
  area('M0 380q180 -90 330 -20t300 -30t330 30v60q-170 -60 -330 -20t-320 10t-310 50z', sea) +
  line('M120 430q60 -220 240 -200t200 120t270 -190', sun, 10) +
  drawEach(
    [
      [120, 430],
      [360, 230],
      [560, 350],
      [830, 160],
    ] as const,
    ([x, y], stop) =>
      [
        area(`M${x} ${y}q-46 -60 -46 -96a46 46 0 0 1 92 0q0 36 -46 96z`, stop % 2 ? teal : deep),
        disc(x, y - 96, 20, paper),
      ].join(''),
  )

/** Two languages in talk. */
export const talk = (): string =>
  sky(sand, paper) +
  area(
    'M120 110h380a36 36 0 0 1 36 36v150a36 36 0 0 1 -36 36H250l-70 62v-62h-60a36 36 0 0 1 -36 -36V146a36 36 0 0 1 36 -36z',
    deep,
  ) +
  area(
    'M500 220h330a36 36 0 0 1 36 36v130a36 36 0 0 1 -36 36h-40v60l-72 -60H500a36 36 0 0 1 -36 -36V256a36 36 0 0 1 36 -36z',
    sun,
  ) +
  line('M230 170h160M310 150v20M270 170q40 100 120 110M350 170q-40 100 -130 110', paper, 14) +
  line('M600 372l66 -110l66 110M626 334h80', paper, 16)
