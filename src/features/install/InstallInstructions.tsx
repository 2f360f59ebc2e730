import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { promptInstall } from '#lib/install-prompt.ts'
import { Button } from '#ui/Button.tsx'
import { CopyUrlField } from './CopyUrlField.tsx'
import { guides, isGuided, stepNumbers, type GuidedMethod } from './guides.ts'
import type { InstallMethod } from './install-method.ts'
import { StepPicture } from './StepPicture.tsx'
import styles from './InstallInstructions.module.css'

/** Ways that lead through another browser, into which the address must be taken. */
const elsewhere: readonly InstallMethod[] = ['in-app', 'ios-other', 'desktop']

/** What https would add, in the texts under `insecure`. */
const missing = ['install', 'offline', 'files'] as const

/** The one thing to do in this browser. */
export function InstallInstructions({ way }: { way: InstallMethod }) {
  const { t } = useTranslation('install')
  if (way === 'inside' || way === 'present') return <p className={styles.text}>{t(`here.${way}`)}</p>
  return (
    <section className={styles.panel} aria-labelledby="install-way">
      <h2 id="install-way" className={styles.title}>
        {t(`way.${way}`)}
      </h2>
      {way === 'prompt' && <InstallButton />}
      {way === 'insecure' && <Insecure />}
      {way === 'desktop' && <p className={styles.text}>{t('desktopText')}</p>}
      {isGuided(way) && <Steps way={way} />}
      {elsewhere.includes(way) && <CopyUrlField />}
    </section>
  )
}

function InstallButton() {
  const { t } = useTranslation('install')
  const [busy, setBusy] = useState(false)
  const ask = () => {
    setBusy(true)
    void promptInstall().finally(() => setBusy(false))
  }
  return (
    <>
      <Button look="filled" busy={busy} className={styles.install ?? ''} onClick={ask}>
        {t('install')}
      </Button>
      <p className={styles.text}>{t('promptText')}</p>
    </>
  )
}

function Insecure() {
  const { t } = useTranslation('install')
  return (
    <>
      <p className={styles.text}>{t('insecure')}</p>
      <ul className={styles.missing}>
        {missing.map((name) => (
          <li key={name}>{t(`missing.${name}`)}</li>
        ))}
      </ul>
      <p className={styles.text}>{t('insecureReadable')}</p>
    </>
  )
}

function Steps({ way }: { way: GuidedMethod }) {
  const { t } = useTranslation('install')
  return (
    <ol className={styles.steps}>
      {stepNumbers.map((step, place) => (
        <li key={step} className={styles.step}>
          <StepPicture name={guides[way][place] ?? 'home'} />
          <p className={styles.words}>
            <span className={styles.number} aria-hidden="true">
              {step}
            </span>
            {t(`guide.${way}.${step}`)}
          </p>
        </li>
      ))}
    </ol>
  )
}
