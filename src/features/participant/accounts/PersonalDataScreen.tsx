import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { EraseBody } from '#contract/api.ts'
import { api, isClientError } from '#platform/api.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import { downloadBlob } from '#platform/files.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { notify } from '#platform/notices.ts'
import { signOutWith } from '#outbox/index.ts'
import { TextField } from '#ui/TextField.tsx'
import { BackToCenter, useLeaveWhenSignedOut } from './CenterPage.tsx'
import styles from './PersonalDataScreen.module.css'
import { clearUserData } from './sign-in.ts'

/** Name of the exported archive when the response has none. */
const archiveName = 'own-data.zip'

/** Page to export or erase the user's own data. */
export function PersonalDataScreen() {
  const { t } = useTranslation('accounts')
  useDocumentTitle(t('ownData.title'))
  useLeaveWhenSignedOut()
  const exporting = useMutation({
    mutationFn: api.ownData,
    onSuccess: ({ blob, name }) => downloadBlob(blob, name ?? archiveName),
  })
  return (
    <Screen>
      <BackToCenter />
      <PageHeader title={t('ownData.title')} />
      <section className={styles.section} aria-labelledby="take-title">
        <h2 id="take-title" className={styles.title}>
          {t('ownData.take')}
        </h2>
        <p className={styles.text}>{t('ownData.takeText')}</p>
        <Button busy={exporting.isPending} onClick={() => exporting.mutate()}>
          <Icon name="download" size={20} />
          {t('ownData.takeDo')}
        </Button>
      </section>
      <DeleteAccount />
    </Screen>
  )
}

/** What is erased, as in the locale keys. */
const erasedDataKinds = ['account', 'forms', 'files', 'signIns'] as const

/**
 * Deletes the account: lists what is erased, asks for confirmation, and for the password when the sign-in is not
 * recent.
 */
function DeleteAccount() {
  const { t } = useTranslation(['accounts', 'sign-in'])
  const [isSure, setIsSure] = useState(false)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [needsProof, setNeedsProof] = useState(false)
  const passwordInput = useRef<HTMLInputElement>(null)
  const erasing = useMutation({
    mutationFn: async (body: EraseBody) => {
      try {
        await api.eraseOwnData(body)
      } catch (error) {
        if (!isClientError(error)) throw error
        const [issue] = error.fields
        setError(issue?.text ?? error.msg)
        if (issue?.path === 'login_pwd') setNeedsProof(true)
        passwordInput.current?.focus()
        return undefined
      }
      notify({ kind: 'success', title: t('erase.done') })
      // The server has ended the sign-in with the account, so no request must end it.
      return signOutWith('delete', clearUserData)
    },
  })
  // At the time of the error the field was not rendered yet.
  useEffect(() => {
    if (needsProof) passwordInput.current?.focus()
  }, [needsProof])
  const erase = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isSure) return setError(t('erase.notSure'))
    setError(undefined)
    if (!erasing.isPending) erasing.mutate(password === '' ? {} : { login_pwd: password })
  }
  return (
    <section className={styles.section} aria-labelledby="erase-title">
      <h2 id="erase-title" className={styles.title}>
        {t('erase.title')}
      </h2>
      <p className={styles.text}>{t('erase.lead')}</p>
      <ul className={styles.list}>
        {erasedDataKinds.map((kind) => (
          <li key={kind}>{t(`erase.goes.${kind}`)}</li>
        ))}
      </ul>
      <p className={styles.text}>{t('erase.stays')}</p>
      <form className={styles.form} onSubmit={erase} noValidate>
        {needsProof && (
          <TextField
            ref={passwordInput}
            label={t('sign-in:signIn.password')}
            help={
              <Link to="/user/login" search={{ way: 'code', redirectUrl: '/user/data' }}>
                {t('erase.byCode')}
              </Link>
            }
            error={isSure ? error : undefined}
            value={password}
            onChange={setPassword}
            type="password"
            autoComplete="current-password"
          />
        )}
        <label className={styles.sure}>
          <input type="checkbox" checked={isSure} onChange={(event) => setIsSure(event.target.checked)} />
          {t('erase.sure')}
        </label>
        {/* An error that is not about the password shows here. */}
        {error !== undefined && !(needsProof && isSure) && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        <Button type="submit" className={styles.erase} busy={erasing.isPending}>
          {t('erase.do')}
        </Button>
      </form>
    </section>
  )
}
