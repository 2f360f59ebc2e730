import { type ProgrammeBlock, type SessionRow, toSessionRows } from '../programme.ts'
import { buildingsAndCities } from './buildings-and-cities.ts'
import { carbonAndFinance } from './carbon-and-finance.ts'
import { climateGoals } from './climate-goals.ts'
import { cooperationAndYouth } from './cooperation-and-youth.ts'
import { digitalEnergy } from './digital-energy.ts'
import { hospitality } from './hospitality.ts'
import { hydrogen } from './hydrogen.ts'
import { industry } from './industry.ts'
import { closing, opening } from './plenary.ts'
import { powerSystem } from './power-system.ts'
import { storage } from './storage.ts'
import { tours } from './tours.ts'
import { transport } from './transport.ts'
import { windAndSolar } from './wind-and-solar.ts'

const blocks: readonly ProgrammeBlock[] = [
  ...hospitality,
  opening,
  climateGoals,
  windAndSolar,
  storage,
  hydrogen,
  powerSystem,
  carbonAndFinance,
  transport,
  industry,
  ...tours,
  buildingsAndCities,
  digitalEnergy,
  cooperationAndYouth,
  closing,
]

/** The whole programme as rows of sessions. */
export const sessions: readonly SessionRow[] = blocks.flatMap(toSessionRows)
