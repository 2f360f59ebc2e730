import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#platform/api.ts'
import { useDocumentTitle } from '#platform/document-title.ts'
import { downloadBlob } from '#platform/download-blob.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { BackToCenter } from './BackToCenter.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import styles from './PersonalDataScreen.module.css'
import { useLeaveWhenSignedOut } from './use-leave-when-signed-out.ts'

/** Name of the archive when the response has none. */
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
