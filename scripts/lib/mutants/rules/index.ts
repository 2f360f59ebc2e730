import type { Mutant } from '../mutant.ts'
import { contractMutants } from './contract.ts'
import { deviceCacheMutants } from './device-cache.ts'
import { deviceMutants } from './device.ts'
import { outboxMutants } from './outbox.ts'
import { screenMutants } from './screens.ts'
import { serverMutants } from './server.ts'
import { workerMutants } from './worker.ts'

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
