import { writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { defaultSmsPrefixes } from './messages/sms-transport.ts'

test('everything has its default without a variable', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    hasOwnPublicUrl: false,
    publicUrl: 'http://localhost:3000',
    apiPrefix: '/api',
    dataDir: resolve('data'),
    secretsFile: resolve('data/secrets.json'),
    mailUrl: 'folder',
    sms: { driver: 'folder' },
    smsPrefixes: defaultSmsPrefixes,
    hasSampleData: true,
    organiserLogin: 'organiser',
    trustProxy: false,
    hasRateLimits: true,
    logLevel: 'info',
    retentionBackupDays: 7,
  })
})

test('each variable is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forum-config-'))
  writeFileSync(join(folder, 'cert'), 'c')
  writeFileSync(join(folder, 'key'), 'k')
  const config = readConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    TLS_CERT: join(folder, 'cert'),
    TLS_KEY: join(folder, 'key'),
    FORUM_NOW: '2023-09-06T10:10:00+08:00',
    PUBLIC_URL: 'https://forum.example/',
    API_PREFIX: '/v1/api',
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://u:p@db/forum',
    MAIL_URL: 'smtp://mail',
    SMS_DRIVER: 'http',
    SMS_URL: 'https://sms.example',
    SMS_PREFIXES: '+86, +852',
    SMS_TOKEN: 't',
    WEIXIN_APP_ID: 'id',
    WEIXIN_APP_SECRET: 'secret',
    SAMPLE_DATA: 'off',
    ORGANISER_LOGIN: 'chair',
    ORGANISER_PASSWORD: ' with blanks ',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    VENUE_CIDR: '10.20.0.0/16',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    METRICS_TOKEN: 'm',
    RETENTION_BACKUP_DAYS: '30',
  })
  expect(config).toEqual({
    port: 8080,
    host: '0.0.0.0',
    tls: { cert: Buffer.from('c'), key: Buffer.from('k') },
    forumNow: new Date('2023-09-06T02:10:00Z'),
    hasOwnPublicUrl: true,
    publicUrl: 'https://forum.example',
    apiPrefix: '/v1/api',
    dataDir: folder,
    databaseUrl: 'postgres://u:p@db/forum',
    secretsFile: join(folder, 'secrets.json'),
    mailUrl: 'smtp://mail',
    sms: { driver: 'http', url: 'https://sms.example', token: 't' },
    smsPrefixes: ['+86', '+852'],
    weixin: {
      appId: 'id',
      appSecret: 'secret',
      apiBaseUrl: 'https://api.weixin.qq.com',
      authorizeBaseUrl: 'https://open.weixin.qq.com',
    },
    hasSampleData: false,
    organiserLogin: 'chair',
    organiserPassword: ' with blanks ',
    trustProxy: '10.0.0.0/8,::1',
    venueCidr: '10.20.0.0/16',
    hasRateLimits: false,
    logLevel: 'warn',
    metricsToken: 'm',
    retentionBackupDays: 30,
  })
})

test('a variable that is set to nothing counts as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', ORGANISER_PASSWORD: '' })).toEqual(readConfig({}))
})

test('a number of proxies is a number', () => {
  expect(readConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1)
})

test('retention can be told to need no backup', () => {
  expect(readConfig({ RETENTION_BACKUP_DAYS: 'off' })).not.toHaveProperty('retentionBackupDays')
})

describe('a bad value is refused in one line that names its variable', () => {
  test.each([
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '80 80' }],
    ['RETENTION_BACKUP_DAYS', { RETENTION_BACKUP_DAYS: '0' }],
    ['FORUM_NOW', { FORUM_NOW: '2023-09-06 10:10' }],
    ['FORUM_NOW', { FORUM_NOW: '2023-19-06T10:10:00Z' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'forum.example' }],
    ['API_PREFIX', { API_PREFIX: 'api/' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db' }],
    ['TLS_CERT', { TLS_CERT: '/nowhere/cert', TLS_KEY: '/nowhere/key' }],
    ['MAIL_URL', { MAIL_URL: 'mail.example' }],
    ['MAIL_URL', { MAIL_URL: 'smtp://mail.example?from=not-an-address' }],
    ['SMS_URL', { SMS_DRIVER: 'http' }],
    ['SMS_PREFIXES', { SMS_PREFIXES: '86' }],
    ['SMS_PREFIXES', { SMS_PREFIXES: ',' }],
    ['SMS_DRIVER', { SMS_DRIVER: 'pigeon' }],
    ['WEIXIN_APP_SECRET', { WEIXIN_APP_ID: 'id' }],
    ['SAMPLE_DATA', { SAMPLE_DATA: 'no' }],
    ['ORGANISER_LOGIN', { ORGANISER_LOGIN: 'two words' }],
    ['ORGANISER_PASSWORD', { ORGANISER_PASSWORD: '1234567' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
    ['VENUE_CIDR', { VENUE_CIDR: '10.0.0.0/33' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'off', NODE_ENV: 'production' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ])('%s in %j', (name, env) => {
    const read = () => readConfig(env)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*$`))
  })
})

test('a refused address does not repeat the password in it', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://u:secret@db' })).toThrow(/^(?!.*secret)/)
})
