import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MyCenter } from '#lib/route-paths.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
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

/** Where a forgotten password is set anew, after a sign-in by a code. */
const passwordPage = '/user/password'

/** Sign-in by password or by a code, and by WeChat where the forum has it. */
export function SignInScreen({ search }: { search: SignInSearch }) {
  const { t } = useTranslation('sign-in')
  const router = useRouter()
  useDocumentTitle(t('signIn.title'))
  // One field for both ways: who typed a number need not type it again.
  const [name, setName] = useState('')
  const [keeps, setKeeps] = useState(false)
  const way = search.way ?? 'password'
  // Whoever forgot the password comes there first; where they were going stays in the address.
  const [forgets, setForgets] = useState(search.redirectUrl === passwordPage)
  const goOn = async () => {
    await weixin.link()
    if (keeps) await tryPersistSignIn(t('keep.failed'), t('keep.failedText'))
    const canGoBack = search.goBack === true && router.history.canGoBack()
    const next = resolveRedirect(forgets ? passwordPage : search.redirectUrl, canGoBack, location.origin)
    if (next.kind === 'back') return router.history.back()
    return router.navigate({ to: next.kind === 'address' ? next.href : MyCenter, replace: true })
  }
  const show = (changed: SignInSearch) =>
    void router.navigate({ to: '/user/login', search: { ...search, ...changed }, replace: true })
  const weixin = useWeixin(search, { goOn, linkFirst: () => show({ way: 'code' }) })
  const partial = usePartialSignIn()
  const keep = <RememberMeSwitch value={keeps} onChange={setKeeps} />
  if (partial)
    return (
      <>
        <h1 className={styles.title}>{t(`second.title.${partial.step}`)}</h1>
        <SecondStep partial={partial} onDone={goOn} />
      </>
    )
  return (
    <>
      <h1 className={styles.title}>{t('signIn.title')}</h1>
      <p className={styles.lead}>
        {t(forgets && way === 'code' ? 'signIn.forgottenLead' : `signIn.lead.${way}`)}
      </p>
      <div className={styles.ways}>
        <ChoiceChips
          label={t('signIn.ways')}
          choices={signInMethods.map((value) => ({ value, label: t(`signIn.way.${value}`) }))}
          chosen={way}
          onChoose={(chosen) => {
            // Who knows the password after all goes where they were going.
            if (chosen === 'password') setForgets(false)
            show({ way: chosen as SignInMethod })
          }}
        />
      </div>
      {way === 'code' ? (
        <MobileStep mobile={name} onMobile={setName} submit={t('signIn.submit')} onSignedIn={goOn}>
          {keep}
        </MobileStep>
      ) : (
        <PasswordForm name={name} onName={setName} onSignedIn={goOn}>
          {keep}
        </PasswordForm>
      )}
      <div className={styles.more}>
        {way === 'password' && (
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              setForgets(true)
              show({ way: 'code' })
            }}
          >
            {t('signIn.forgotten')}
          </button>
        )}
        {weixin.address !== undefined && (
          <a href={weixin.address} className={buttonClass('quiet')}>
            {t('weixin.signIn')}
          </a>
        )}
      </div>
    </>
  )
}
