import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '#ui/TextField.tsx'

/** The field of a mobile number, which says how numbers of other countries are written. */
export function MobileField({
  mobile,
  onMobile,
  problem,
  ref,
}: {
  mobile: string
  onMobile: (mobile: string) => void
  problem: string | undefined
  ref: Ref<HTMLInputElement>
}) {
  const { t } = useTranslation('sign-in')
  return (
    <TextField
      ref={ref}
      label={t('code.mobile')}
      help={t('code.mobileHelp')}
      problem={problem}
      value={mobile}
      onChange={onMobile}
      type="tel"
      autoComplete="tel"
    />
  )
}
