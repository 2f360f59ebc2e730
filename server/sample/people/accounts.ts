import type { Role } from '#contract/api.ts'
import type { Locale } from '#contract/locale.ts'

/** Somebody who registered. The sample names nobody: people are numbered, their employers are kinds of organisation. */
export interface SamplePerson {
  /** Id of the account. */
  id: string
  realname: string
  /** Numbers of the kind that is kept for films (202 555 01xx): nobody is called. */
  mobile: string
  email: string
  country: string
  city: string
  company: string
  position: string
  /** The language of their messages. */
  locale: Locale
  /** What they are after their registration was decided. */
  role: Role
}

type Words = readonly [country: string, city: string, company: string, position: string]

/** Nobody can be reached at these addresses either (RFC 2606). */
function person(index: number, locale: Locale, role: Role, words: Words): SamplePerson {
  const number = String(index).padStart(2, '0')
  const [country, city, company, position] = words
  return {
    id: `u-sample-${number}`,
    realname: locale === 'en' ? `Sample Person ${number}` : `示例人员${number}`,
    mobile: `+120255501${number}`,
    email: `person${number}@forum.example`,
    country,
    city,
    company,
    position,
    locale,
    role,
  }
}

/** Those who register to take part, in the order of their registrations. */
export const participants: readonly SamplePerson[] = [
  person(1, 'zh-CN', 'participant', ['中国', '南京', '省级电网企业', '规划部副主任']),
  person(2, 'en', 'participant', ['Germany', 'Hamburg', 'Offshore wind developer', 'Head of projects']),
  person(3, 'zh-CN', 'participant', ['中国', '上海', '储能设备制造企业', '技术总监']),
  person(4, 'en', 'applicant', ['Singapore', 'Singapore', 'Transition fund', 'Partner']),
  person(5, 'zh-CN', 'applicant', ['中国', '西安', '高校能源学院', '副教授']),
  person(6, 'zh-CN', 'applicant', ['中国', '深圳', '屋顶光伏开发企业', '区域经理']),
  person(7, 'en', 'applicant', ['Kenya', 'Nairobi', 'Clean cooking association', 'Programme officer']),
  person(8, 'zh-CN', 'applicant', ['中国', '成都', '咨询企业', '顾问']),
]

/** Those who work there or report on it. */
export const staff: readonly SamplePerson[] = [
  person(9, 'zh-CN', 'staff', ['中国', '苏州', '会务服务企业', '现场主管']),
  person(10, 'en', 'applicant', ['United Kingdom', 'London', 'Energy magazine', 'Editor']),
  person(11, 'zh-CN', 'applicant', ['中国', '苏州', '展览服务企业', '搭建协调']),
]

/** Their accounts: each is signed in to by a code to its mobile. */
export const accounts = [...participants, ...staff].map(({ id, mobile, realname, role }) => ({
  id,
  login_name: mobile,
  mobile,
  display_name: realname,
  role,
}))
