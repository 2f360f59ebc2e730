import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MyCenter } from '#platform/route-paths.ts'
import { useDocumentTitle } from '#platform/document-title.ts'
import { buttonClass } from '#ui/Button.tsx'
import { ChoiceChips } from '#ui/ChoiceChips.tsx'
import { resolveRedirect } from './resolve-redirect.ts'
import { RememberMeSwitch } from './RememberMeSwitch.tsx'
import { tryPersistSignIn } from './try-persist-sign-in.ts'
import { MobileStep } from './MobileStep.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { usePartialSignIn } from './partial-sign-in.ts'
import { SecondStep } from './SecondStep.tsx'
import { signInMethods, type SignInSearch, type SignInMethod } from './sign-in-search.ts'
import styles from './SignInScreen.module.css'
import { useWeixin } from './use-weixin.ts'

/** Page that sets a new password after a sign-in by a code. */
const passwordPage = '/user/password'

/** Sign-in by password or by code, and by WeChat where the forum has it. */
export function SignInScreen({ search }: { search: SignInSearch }) {
  const { t } = useTranslation('sign-in')
  const router = useRouter()
  useDocumentTitle(t('signIn.title'))
  // Shared by both methods, so that a number is typed only once.
  const [name, setName] = useState('')
  const [isRemembered, setRemembered] = useState(false)
  const method = search.way ?? 'password'
  // A user who forgot the password continues to the password page; the URL keeps their original destination.
  const [hasForgotten, setHasForgotten] = useState(search.redirectUrl === passwordPage)
  const finish = async () => {
    await weixin.linkAccount()
    if (isRemembered) await tryPersistSignIn(t('keep.failed'), t('keep.failedText'))
    const canGoBack = search.goBack === true && router.history.canGoBack()
    const next = resolveRedirect(hasForgotten ? passwordPage : search.redirectUrl, canGoBack, location.origin)
    if (next.kind === 'back') return router.history.back()
    return router.navigate({ to: next.kind === 'address' ? next.href : MyCenter, replace: true })
  }
  const changeSearch = (changes: SignInSearch) =>
    void router.navigate({ to: '/user/login', search: { ...search, ...changes }, replace: true })
  const weixin = useWeixin(search, { onSignedIn: finish, onLinkNeeded: () => changeSearch({ way: 'code' }) })
  const partial = usePartialSignIn()
  const rememberMe = <RememberMeSwitch value={isRemembered} onChange={setRemembered} />
  if (partial)
    return (
      <>
        <h1 className={styles.title}>{t(`second.title.${partial.step}`)}</h1>
        <SecondStep partialSignIn={partial} onDone={finish} />
      </>
    )
  return (
    <>
      <h1 className={styles.title}>{t('signIn.title')}</h1>
      <p className={styles.lead}>
        {t(hasForgotten && method === 'code' ? 'signIn.forgottenLead' : `signIn.lead.${method}`)}
      </p>
      <div className={styles.methods}>
        <ChoiceChips
          label={t('signIn.ways')}
          choices={signInMethods.map((value) => ({ value, label: t(`signIn.way.${value}`) }))}
          chosen={method}
          onChoose={(chosen) => {
            // A user who remembers the password continues to their original destination.
            if (chosen === 'password') setHasForgotten(false)
            changeSearch({ way: chosen as SignInMethod })
          }}
        />
      </div>
      {method === 'code' ? (
        <MobileStep mobile={name} onMobile={setName} submitLabel={t('signIn.submit')} onSignedIn={finish}>
          {rememberMe}
        </MobileStep>
      ) : (
        <PasswordForm name={name} onName={setName} onSignedIn={finish}>
          {rememberMe}
        </PasswordForm>
      )}
      <div className={styles.more}>
        {method === 'password' && (
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              setHasForgotten(true)
              changeSearch({ way: 'code' })
            }}
          >
            {t('signIn.forgotten')}
          </button>
        )}
        {weixin.signInUrl !== undefined && (
          <a href={weixin.signInUrl} className={buttonClass('quiet')}>
            {t('weixin.signIn')}
          </a>
        )}
      </div>
    </>
  )
}
