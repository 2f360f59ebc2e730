import { expect } from 'vitest'
import { paths, type RecoveryCodesData, type SecondFactorSetup } from '../../contract/api.ts'
import { createTotpCode } from '../../server/accounts/second-factor/totp.ts'
import { call } from './accounts.ts'
import type { SuiteServer } from './use-server.ts'

/** The second factor of an account: the codes of a phone, and the recovery codes. */
export interface TestFactor {
  secret: string
  recoveryCodes: string[]
  /** Returns the current code. */
  code(): string
}

/** Sets up a second factor by the calls of the screen. @param token of a fresh sign-in */
export async function setUpSecondFactor(server: SuiteServer, token: string): Promise<TestFactor> {
  const started = await call(server, paths.setUpSecondFactor, {}, { token })
  const { secret } = started.body.data as SecondFactorSetup
  const code = (): string => createTotpCode(secret, server.now())
  const confirmed = await call(server, paths.confirmSecondFactor, { code: code() }, { token })
  expect(confirmed.body.code).toBe(200)
  return { secret, code, recoveryCodes: (confirmed.body.data as RecoveryCodesData).recoveryCodes }
}
