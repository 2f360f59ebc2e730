import { useState, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { promptInstall } from '#platform/install-prompt.ts'
import { Button } from '#ui/Button.tsx'
import { copyText } from '#platform/browser.ts'
import { notify } from '#platform/notices.ts'
import type { InstallMethod } from './install-method.ts'
import { StepPicture, type PictureName } from './StepPicture.tsx'
import styles from './InstallInstructions.module.css'
import copyUrlFieldStyles from './CopyUrlField.module.css'
import { getInstallUrl } from './QrPanel.tsx'

/** Methods that need another browser, so the URL must be copied. */
const otherBrowserMethods: readonly InstallMethod[] = ['in-app', 'ios-other', 'desktop']

/** Features that need https; parts of the locale keys `missing.…`. */
const missingFeatures = ['install', 'offline', 'files'] as const

/** Instructions for this browser; where the app is installed, a sentence that says so. */
export function InstallInstructions({ method }: { method: InstallMethod }) {
  const { t } = useTranslation('install')
  if (method === 'inside' || method === 'present') return <p className={styles.text}>{t(`here.${method}`)}</p>
  return (
    <section className={styles.panel} aria-labelledby="install-way">
      <h2 id="install-way" className={styles.title}>
        {t(`way.${method}`)}
      </h2>
      {method === 'prompt' && <InstallButton />}
      {method === 'insecure' && <Insecure />}
      {method === 'desktop' && <p className={styles.text}>{t('desktopText')}</p>}
      {isGuided(method) && <Steps method={method} />}
      {otherBrowserMethods.includes(method) && <CopyUrlField />}
    </section>
  )
}

/** Shows the browser's install prompt. */
function InstallButton() {
  const { t } = useTranslation('install')
  const [busy, setBusy] = useState(false)
  const prompt = () => {
    setBusy(true)
    void promptInstall().finally(() => setBusy(false))
  }
  return (
    <>
      <Button variant="filled" busy={busy} className={styles.install ?? ''} onClick={prompt}>
        {t('install')}
      </Button>
      <p className={styles.text}>{t('promptText')}</p>
    </>
  )
}

/** Says what plain http lacks. */
function Insecure() {
  const { t } = useTranslation('install')
  return (
    <>
      <p className={styles.text}>{t('insecure')}</p>
      <ul className={styles.missing}>
        {missingFeatures.map((name) => (
          <li key={name}>{t(`missing.${name}`)}</li>
        ))}
      </ul>
      <p className={styles.text}>{t('insecureReadable')}</p>
    </>
  )
}

/** The three steps of a method, each with a drawing. */
function Steps({ method }: { method: GuidedMethod }) {
  const { t } = useTranslation('install')
  return (
    <ol className={styles.steps}>
      {stepNumbers.map((step, index) => (
        <li key={step} className={styles.step}>
          <StepPicture name={guides[method][index] ?? 'home'} />
          <p className={styles.words}>
            <span className={styles.number} aria-hidden="true">
              {step}
            </span>
            {t(`guide.${method}.${step}`)}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** The URL to open in another browser: copied by a button, or selected to copy by hand when that fails. */
function CopyUrlField() {
  const { t } = useTranslation('install')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const url = getInstallUrl()
  const copy = () => {
    field.current?.select()
    // When copying fails, the text stays selected.
    void copyText(url).then((isCopied) =>
      notify(isCopied ? { kind: 'success', title: t('copied') } : { kind: 'info', title: t('copyByHand') }),
    )
  }
  return (
    <div className={copyUrlFieldStyles.row}>
      <label htmlFor={id} className={copyUrlFieldStyles.label}>
        {t('address')}
      </label>
      <input
        ref={field}
        id={id}
        className={copyUrlFieldStyles.field}
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={copy}>{t('copy')}</Button>
    </div>
  )
}

/** Methods explained in three steps; their texts are `guide.<method>.<step>`. */
export type GuidedMethod = Exclude<InstallMethod, 'inside' | 'present' | 'insecure' | 'prompt' | 'desktop'>

/** Numbers of the steps, which are parts of the locale keys. */
export const stepNumbers = ['1', '2', '3'] as const

/** The drawings of a method's three steps. */
export const guides = {
  wechat: ['dotsTop', 'row', 'home'],
  'in-app': ['dotsTop', 'row', 'home'],
  iphone: ['shareBottom', 'row', 'home'],
  ipad: ['shareTop', 'rowWide', 'homeWide'],
  'ios-other': ['copy', 'compass', 'home'],
  chrome: ['menuTop', 'row', 'confirm'],
  firefox: ['menuTop', 'row', 'confirm'],
  samsung: ['menuBottom', 'row', 'confirm'],
  android: ['menuBottom', 'row', 'home'],
  'mac-safari': ['menuBar', 'confirmWide', 'window'],
  'desktop-chromium': ['addressBar', 'confirmWide', 'window'],
} as const satisfies Record<GuidedMethod, readonly [PictureName, PictureName, PictureName]>

/** Returns whether a method is explained in three steps. */
export const isGuided = (method: InstallMethod): method is GuidedMethod => method in guides
