import '../../../src/app/theme/tokens.css'
import '../../../src/app/theme/base.css'
import '../../../src/app/theme/print.css'
import { afterAll, afterEach } from 'vitest'
import { releaseDevice } from './media.ts'
import { installNetwork } from './network.ts'
import { closeScreen } from './screen.tsx'

// Tests need no disk that outlives a power cut. To wait for one makes a busy machine look to the app like a device that
// keeps nothing.
// oxlint-disable-next-line typescript/unbound-method -- called on the database below
const { transaction } = IDBDatabase.prototype
IDBDatabase.prototype.transaction = function (names, mode) {
  return transaction.call(this, names, mode, { durability: 'relaxed' })
}

installNetwork()
afterEach(closeScreen)
afterAll(releaseDevice)
