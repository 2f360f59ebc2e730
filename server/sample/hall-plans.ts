import { text } from './text.ts'

/** Size of the pictures of the halls, in pixels. */
export const planSize = { width: 1600, height: 1000 }

/** Size of a booth in them, in pixels. */
export const boothSize = { width: 260, height: 170 }

const firstFloor = text('一层', 'First floor')

/** The two halls of the exhibition; their pictures are drawn by scripts/make-sample-pictures.ts. */
export const hallPlans = [
  {
    id: 'hall-1',
    position: 1,
    name: text('一号展厅：发电、储能与氢能', 'Hall 1: generation, storage and hydrogen'),
    floor: firstFloor,
  },
  {
    id: 'hall-2',
    position: 2,
    name: text('二号展厅：电网与绿色用能', 'Hall 2: grids and clean use'),
    floor: firstFloor,
  },
]

/** Middle of each booth in the picture of its hall, in pixels. */
export const boothPlaces: Readonly<Record<string, { hall: string; x: number; y: number }>> = {
  A01: { hall: 'hall-1', x: 270, y: 235 },
  A02: { hall: 'hall-1', x: 590, y: 235 },
  A03: { hall: 'hall-1', x: 910, y: 235 },
  B01: { hall: 'hall-1', x: 270, y: 510 },
  B02: { hall: 'hall-1', x: 590, y: 510 },
  B03: { hall: 'hall-1', x: 910, y: 510 },
  C01: { hall: 'hall-1', x: 270, y: 785 },
  C02: { hall: 'hall-1', x: 590, y: 785 },
  D01: { hall: 'hall-2', x: 270, y: 280 },
  D02: { hall: 'hall-2', x: 590, y: 280 },
  E01: { hall: 'hall-2', x: 270, y: 700 },
  E02: { hall: 'hall-2', x: 590, y: 700 },
}
