import type { Mutant } from '../mutant.ts'
import { contractMutants, serverMutants } from './server.ts'
import { deviceCacheMutants, deviceMutants } from './device.ts'
import { outboxMutants, screenMutants, workerMutants } from './app.ts'

/** All mutants. */
export const allMutants: readonly Mutant[] = [
  ...deviceCacheMutants,
  ...deviceMutants,
  ...workerMutants,
  ...outboxMutants,
  ...screenMutants,
  ...contractMutants,
  ...serverMutants,
]
