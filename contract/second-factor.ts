/**
 * What a sign-in needs before it is complete: a code of the account's second factor, or that the account gets one,
 * because the setting `second_factor` requires it.
 */
export type SecondFactorStep = 'code' | 'set_up'

/** Answer of `GET /front/user/second-factor`. */
export interface SecondFactorState {
  isOn: boolean
  /** The caller works as an organiser, or has a grant. */
  canSetUp: boolean
  /** It cannot be removed. */
  isRequired: boolean
  /** Recovery codes that were not used yet. */
  recoveryCodesLeft: number
}

/** State of an account's second factor, for administrators. */
export type AccountSecondFactor = Pick<SecondFactorState, 'isOn' | 'recoveryCodesLeft'>

/** Body of the calls that need the caller to prove the identity again. */
export interface ProofBody {
  /** Not needed within ten minutes of a sign-in, or of a code sent to the phone. */
  login_pwd?: string
}

/** Answer of `POST /front/user/second-factor/set-up`. */
export interface SecondFactorSetup {
  /** In base32, to be typed. */
  secret: string
  /** The same as `otpauth:` address, for a QR code. */
  uri: string
}

/** Body of the calls that take a code of the second factor. */
export interface SecondFactorBody {
  /** Six digits, or a recovery code where one is taken. */
  code: string
}

/** Recovery codes as they are shown once. */
export interface RecoveryCodesData {
  recoveryCodes: string[]
}
