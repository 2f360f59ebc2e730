import { expect, test } from 'vitest'
import { normalizeRecoveryCode } from './recovery-codes.ts'

test.each(['0123A-1VWXZ', '0123a1vwxz', ' o123A – lvwxz ', 'O123A\u2010IVWXZ', '０１２３Ａ－１ＶＷＸＺ'])(
  'a recovery code is read as it was written down: %s',
  (text) => {
    expect(normalizeRecoveryCode(text)).toBe('0123A1VWXZ')
  },
)
