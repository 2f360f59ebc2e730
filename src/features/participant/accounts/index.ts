export { BackToCenter } from './CenterPage.tsx'
export { checkToken, refreshCurrentUser } from './current-user.ts'
export { MobileStep } from './MobileStep.tsx'
export {
  ownRegistrationQuery,
  useOwnRegistration,
  type RegistrationSummary,
  type RegistrationModule,
} from './registration-query.ts'
export { PasswordScreen } from './PasswordScreen.tsx'
export { requireEmployee } from './require-sign-in.ts'
export { requireSignIn } from './require-sign-in.ts'
export { restoreSignIn } from './current-user.ts'
export { signOut } from './sign-in.ts'
export { PasswordProof } from './PasswordProof.tsx'
export { SecondFactorScreen } from './SecondFactorScreen.tsx'
export { SignInScreen } from './SignInScreen.tsx'
export { PersonalDataScreen } from './PersonalDataScreen.tsx'
export { SignInRow } from './SignInRow.tsx'
export { SignInsScreen } from './SignInsScreen.tsx'
export { parseSignInSearch } from './sign-in-search.ts'
export { useLeaveWhenSignedOut } from './CenterPage.tsx'
export { useProof } from './PasswordProof.tsx'
export { UserCenterScreen } from './UserCenterScreen.tsx'
