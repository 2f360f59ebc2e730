/** The second factor of an account: a time-based one-time password (RFC 6238). */
export interface SecondFactorsTable {
  user_id: string
  /** The secret in base32, sealed. */
  sealed_secret: string
  /** Time step of the last code that was accepted; only later ones are. */
  last_step: number | null
  created_at: string
  /** Null while the person is still setting it up. */
  confirmed_at: string | null
}

/** Codes in place of the second factor, each good once. */
export interface RecoveryCodesTable {
  /** HMAC of account and code; the code itself is nowhere. */
  code_hmac: string
  user_id: string
  used_at: string | null
}
