import '../../../src/app/theme/tokens.css'
import '../../../src/app/theme/base.css'
import '../../../src/app/theme/print.css'
import { afterAll, afterEach } from 'vitest'
import { relaxDurability } from '../../support/relaxed-durability.ts'
import { releaseDevice } from './media.ts'
import { installNetwork } from './network.ts'
import { closeScreen } from './screen.tsx'

relaxDurability()
installNetwork()
afterEach(closeScreen)
afterAll(releaseDevice)
