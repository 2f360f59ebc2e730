/**
 * What a sign-in needs before it is complete: a code of the account's second factor, or its setup if the setting
 * `second_factor` requires one.
 */
export type SecondFactorStep = 'code' | 'set_up'

/** Answer of `GET /front/user/second-factor`. */
export interface SecondFactorState {
  isOn: boolean
  /** Whether the caller is an organiser or has a grant. */
  canSetUp: boolean
  /** Whether the setting `second_factor` forbids removing it. */
  isRequired: boolean
  /** Recovery codes that were not used yet. */
  recoveryCodesLeft: number
}

/** State of an account's second factor, for administrators. */
export type AccountSecondFactor = Pick<SecondFactorState, 'isOn' | 'recoveryCodesLeft'>

/** Body of requests that must prove the caller's identity again. */
export interface ProofBody {
  /** Optional for ten minutes after a sign-in, or after a code was sent to the phone. */
  login_pwd?: string
}

/** Answer of `POST /front/user/second-factor/set-up`. */
export interface SecondFactorSetup {
  /** In base32, for typing. */
  secret: string
  /** The secret as `otpauth:` URI, for a QR code. */
  uri: string
}

/** Body of requests with a code of the second factor. */
export interface SecondFactorBody {
  /** Six digits, or a recovery code where the endpoint accepts one. */
  code: string
}

/** Recovery codes as they are shown once. */
export interface RecoveryCodesData {
  recoveryCodes: string[]
}
