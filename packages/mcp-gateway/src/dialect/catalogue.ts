/**
 * The servers of the client's list (`McpServer`) that are published as npm or Python packages: which package each is, and
 * what becomes of the fields of its configuration. A server is added by a row here; a test compares the fields with the
 * client's types.
 */

import { awsCatalogue } from './catalogue-aws.ts'
import { type CatalogueEntry, npm, pypi } from './catalogue-entry.ts'

const neo4jServer = {
  serverAllowOrigins: 'NEO4J_MCP_SERVER_ALLOW_ORIGINS',
  serverAllowedHosts: 'NEO4J_MCP_SERVER_ALLOWED_HOSTS',
  serverHost: 'NEO4J_MCP_SERVER_HOST',
  serverPath: 'NEO4J_MCP_SERVER_PATH',
  serverPort: 'NEO4J_MCP_SERVER_PORT',
  transport: 'NEO4J_TRANSPORT',
}
const neo4jDatabase = { url: 'NEO4J_URL', username: 'NEO4J_USERNAME', neo4jPassword: 'NEO4J_PASSWORD' }

export const catalogue: Readonly<Record<string, CatalogueEntry>> = {
  ...awsCatalogue,
  airtable: npm('airtable-mcp-server', '1.14.0', {
    env: { airtableApiKey: 'AIRTABLE_API_KEY', nodeenv: 'NODE_ENV' },
  }),
  apify: npm('@apify/actors-mcp-server', '0.16.0', {
    args: [{ field: 'tools', option: '--tools' }],
    env: { apifyToken: 'APIFY_TOKEN' },
  }),
  arxiv: pypi('arxiv-mcp-server', '0.8.2', { args: [{ field: 'storagePath', option: '--storage-path' }] }),
  atlan: pypi('atlan-mcp-server', '0.3.3', { env: { apiKey: 'ATLAN_API_KEY', baseUrl: 'ATLAN_BASE_URL' } }),
  atlassian: pypi('mcp-atlassian', '0.23.1', {
    env: {
      confluenceApiToken: 'CONFLUENCE_API_TOKEN',
      confluencePersonalToken: 'CONFLUENCE_PERSONAL_TOKEN',
      confluenceUrl: 'CONFLUENCE_URL',
      confluenceUsername: 'CONFLUENCE_USERNAME',
      jiraApiToken: 'JIRA_API_TOKEN',
      jiraPersonalToken: 'JIRA_PERSONAL_TOKEN',
      jiraUrl: 'JIRA_URL',
      jiraUsername: 'JIRA_USERNAME',
    },
  }),
  azure: npm('@azure/mcp', '2.0.5', { args: ['server', 'start'] }),
  brave: npm('@brave/brave-search-mcp-server', '2.1.4', {
    args: ['--transport', 'stdio'],
    env: { apiKey: 'BRAVE_API_KEY' },
  }),
  browserbase: npm('@browserbasehq/mcp-server-browserbase', '2.4.3', {
    env: {
      apiKey: 'BROWSERBASE_API_KEY',
      geminiApiKey: 'GEMINI_API_KEY',
      projectId: 'BROWSERBASE_PROJECT_ID',
    },
  }),
  circleci: npm('@circleci/mcp-server-circleci', '0.20.0', {
    env: { token: 'CIRCLECI_TOKEN', url: 'CIRCLECI_BASE_URL' },
  }),
  clickhouse: pypi('mcp-clickhouse', '0.7.0', {
    env: {
      connectTimeout: 'CLICKHOUSE_CONNECT_TIMEOUT',
      host: 'CLICKHOUSE_HOST',
      password: 'CLICKHOUSE_PASSWORD',
      port: 'CLICKHOUSE_PORT',
      secure: 'CLICKHOUSE_SECURE',
      sendReceiveTimeout: 'CLICKHOUSE_SEND_RECEIVE_TIMEOUT',
      user: 'CLICKHOUSE_USER',
      verify: 'CLICKHOUSE_VERIFY',
    },
  }),
  cloudRun: npm('@google-cloud/cloud-run-mcp', '1.10.0', {
    env: { credentialsPath: 'GOOGLE_APPLICATION_CREDENTIALS' },
  }),
  context7: npm('@upstash/context7-mcp', '4.1.1', { env: { apiKey: 'CONTEXT7_API_KEY' } }),
  couchbase: pypi('couchbase-mcp-server', '1.0.1.post1', {
    env: {
      cbBucketName: 'CB_BUCKET_NAME',
      cbConnectionString: 'CB_CONNECTION_STRING',
      cbMcpReadOnlyQueryMode: 'CB_MCP_READ_ONLY_QUERY_MODE',
      cbPassword: 'CB_PASSWORD',
      cbUsername: 'CB_USERNAME',
    },
  }),
  dappier: pypi('dappier-mcp', '0.3.2', { env: { apiKey: 'DAPPIER_API_KEY' } }),
  desktopCommander: npm('@wonderwhy-er/desktop-commander', '0.2.52', { ignored: ['paths'] }),
  devhubCms: pypi('devhub-cms-mcp', '0.3.0', {
    env: { devhubApiKey: 'DEVHUB_API_KEY', devhubApiSecret: 'DEVHUB_API_SECRET', url: 'DEVHUB_BASE_URL' },
  }),
  duckduckgo: pypi('duckduckgo-mcp-server', '0.7.0'),
  dynatrace: npm('@dynatrace-oss/dynatrace-mcp-server', '2.1.2', {
    env: {
      oauthClientId: 'OAUTH_CLIENT_ID',
      oauthClientSecret: 'OAUTH_CLIENT_SECRET',
      url: 'DT_ENVIRONMENT',
    },
  }),
  effect: npm('effect-mcp', '0.1.16'),
  elasticsearch: npm('@elastic/mcp-server-elasticsearch', '0.3.1', {
    env: { esApiKey: 'ES_API_KEY', url: 'ES_URL' },
  }),
  everart: npm('@modelcontextprotocol/server-everart', '0.6.2', { env: { apiKey: 'EVERART_API_KEY' } }),
  exa: npm('exa-mcp-server', '3.4.1', { env: { apiKey: 'EXA_API_KEY' } }),
  fetch: pypi('mcp-server-fetch', '2026.10.24'),
  filesystem: npm('@modelcontextprotocol/server-filesystem', '2026.8.31', { args: [{ field: 'paths' }] }),
  firecrawl: npm('firecrawl-mcp', '3.26.0', {
    env: {
      apiKey: 'FIRECRAWL_API_KEY',
      creditCriticalThreshold: 'FIRECRAWL_CREDIT_CRITICAL_THRESHOLD',
      creditWarningThreshold: 'FIRECRAWL_CREDIT_WARNING_THRESHOLD',
      retryBackoffFactor: 'FIRECRAWL_RETRY_BACKOFF_FACTOR',
      retryDelay: 'FIRECRAWL_RETRY_INITIAL_DELAY',
      retryMax: 'FIRECRAWL_RETRY_MAX_ATTEMPTS',
      retryMaxDelay: 'FIRECRAWL_RETRY_MAX_DELAY',
      url: 'FIRECRAWL_API_URL',
    },
  }),
  git: pypi('mcp-server-git', '2026.10.19', { ignored: ['paths'] }),
  github: npm('@modelcontextprotocol/server-github', '2025.4.8', {
    env: { personalAccessToken: 'GITHUB_PERSONAL_ACCESS_TOKEN' },
  }),
  gitlab: npm('@modelcontextprotocol/server-gitlab', '2025.4.25', {
    env: { personalAccessToken: 'GITLAB_PERSONAL_ACCESS_TOKEN', url: 'GITLAB_API_URL' },
  }),
  googleMaps: npm('@modelcontextprotocol/server-google-maps', '0.6.2', {
    env: { googleMapsApiKey: 'GOOGLE_MAPS_API_KEY' },
  }),
  hostinger: npm('hostinger-api-mcp', '1.63.2', { env: { apitoken: 'API_TOKEN' } }),
  hubspot: npm('@hubspot/mcp-server', '0.4.0', { env: { apiKey: 'PRIVATE_APP_ACCESS_TOKEN' } }),
  hyperbrowser: npm('hyperbrowser-mcp', '1.0.25', { env: { apiKey: 'HYPERBROWSER_API_KEY' } }),
  kagisearch: pypi('kagimcp', '1.0.2', {
    env: { engine: 'KAGI_SUMMARIZER_ENGINE', kagiApiKey: 'KAGI_API_KEY' },
  }),
  lara: npm('@translated/lara-mcp', '1.0.6', {
    env: { accessKeySecret: 'LARA_ACCESS_KEY_SECRET', keyId: 'LARA_ACCESS_KEY_ID' },
  }),
  line: npm('@line/line-bot-mcp-server', '0.5.0', {
    env: { channelAccessToken: 'CHANNEL_ACCESS_TOKEN', userId: 'DESTINATION_USER_ID' },
  }),
  mapbox: npm('@mapbox/mcp-server', '0.14.0', { env: { accessToken: 'MAPBOX_ACCESS_TOKEN' } }),
  mapboxDevkit: npm('@mapbox/mcp-devkit-server', '0.8.2', {
    env: { mapboxAccessToken: 'MAPBOX_ACCESS_TOKEN' },
  }),
  markitdown: pypi('markitdown-mcp', '0.0.1a8', { ignored: ['paths'] }),
  memory: npm('@modelcontextprotocol/server-memory', '2026.8.31'),
  mongodb: npm('mongodb-mcp-server', '3.0.4', {
    env: { mdbMcpConnectionString: 'MDB_MCP_CONNECTION_STRING' },
  }),
  n8n: npm('n8n-mcp', '2.87.0', { env: { apiKey: 'N8N_API_KEY', apiUrl: 'N8N_API_URL' } }),
  neo4jCloudAuraApi: pypi('mcp-neo4j-aura-manager', '0.4.8', {
    env: {
      ...neo4jServer,
      clientId: 'NEO4J_AURA_CLIENT_ID',
      neo4jAuraClientSecret: 'NEO4J_AURA_CLIENT_SECRET',
    },
  }),
  neo4jCypher: pypi('mcp-neo4j-cypher', '0.6.0', {
    env: {
      ...neo4jServer,
      ...neo4jDatabase,
      database: 'NEO4J_DATABASE',
      namespace: 'NEO4J_NAMESPACE',
      readOnly: 'NEO4J_READ_ONLY',
      readTimeout: 'NEO4J_READ_TIMEOUT',
      responseTokenLimit: 'NEO4J_RESPONSE_TOKEN_LIMIT',
      schemaSampleSize: 'NEO4J_SCHEMA_SAMPLE_SIZE',
    },
  }),
  neo4jDataModeling: pypi('mcp-neo4j-data-modeling', '0.8.2', { env: neo4jServer }),
  neo4jMemory: pypi('mcp-neo4j-memory', '0.4.5', {
    env: { ...neo4jServer, ...neo4jDatabase, database: 'NEO4J_DATABASE' },
  }),
  neon: npm('@neondatabase/mcp-server-neon', '0.6.5', { args: ['start', { field: 'apiKey' }] }),
  nextDevtools: npm('next-devtools-mcp', '0.4.0'),
  notion: npm('@notionhq/notion-mcp-server', '2.5.2', { env: { internalIntegrationToken: 'NOTION_TOKEN' } }),
  openbnbAirbnb: npm('@openbnb/mcp-server-airbnb', '0.3.0'),
  oxylabs: pypi('oxylabs-mcp', '0.10.0', {
    env: { password: 'OXYLABS_PASSWORD', username: 'OXYLABS_USERNAME' },
  }),
  perplexityAsk: npm('@perplexity-ai/mcp-server', '1.2.1', {
    env: { perplexityApiKey: 'PERPLEXITY_API_KEY' },
  }),
  postman: npm('@postman/postman-mcp-server', '2.13.0', { env: { apiKey: 'POSTMAN_API_KEY' } }),
  prometheus: pypi('prometheus-mcp-server', '1.6.2', { env: { prometheusUrl: 'PROMETHEUS_URL' } }),
  redis: pypi('redis-mcp-server', '0.5.1', {
    env: {
      caCerts: 'REDIS_SSL_CA_CERTS',
      caPath: 'REDIS_SSL_CA_PATH',
      certReqs: 'REDIS_SSL_CERT_REQS',
      clusterMode: 'REDIS_CLUSTER_MODE',
      host: 'REDIS_HOST',
      port: 'REDIS_PORT',
      pwd: 'REDIS_PWD',
      ssl: 'REDIS_SSL',
      sslCertfile: 'REDIS_SSL_CERTFILE',
      sslKeyfile: 'REDIS_SSL_KEYFILE',
      username: 'REDIS_USERNAME',
    },
  }),
  ref: npm('ref-tools-mcp', '3.0.3', { env: { apiKey: 'REF_API_KEY' } }),
  resend: npm('resend-mcp', '2.22.0', {
    env: {
      apiKey: 'RESEND_API_KEY',
      replyTo: 'REPLY_TO_EMAIL_ADDRESSES',
      sender: 'SENDER_EMAIL_ADDRESS',
    },
  }),
  scrapegraph: pypi('scrapegraph-mcp', '1.0.1', { env: { sgaiApiKey: 'SGAI_API_KEY' } }),
  semgrep: pypi('semgrep-mcp', '0.9.0'),
  sequentialthinking: npm('@modelcontextprotocol/server-sequential-thinking', '2026.8.31'),
  slack: npm('@modelcontextprotocol/server-slack', '2025.4.25', {
    env: { botToken: 'SLACK_BOT_TOKEN', channelIds: 'SLACK_CHANNEL_IDS', teamId: 'SLACK_TEAM_ID' },
  }),
  sqlite: pypi('mcp-server-sqlite', '2025.4.25', { args: ['--db-path', '/home/user/sqlite.db'] }),
  stripe: npm('@stripe/mcp', '0.3.3', { env: { secretKey: 'STRIPE_SECRET_KEY' } }),
  tavily: npm('tavily-mcp', '0.2.22', { env: { apiKey: 'TAVILY_API_KEY' } }),
  telnyx: npm('telnyx-mcp', '7.17.0', { env: { apiKey: 'TELNYX_API_KEY' } }),
  time: pypi('mcp-server-time', '2026.10.19'),
  vizro: pypi('vizro-mcp', '0.1.5'),
  webflow: npm('webflow-mcp-server', '1.0.0', { env: { token: 'WEBFLOW_TOKEN' } }),
  wikipedia: pypi('wikipedia-mcp', '2.0.1'),
  youtubeTranscript: pypi('mcp-youtube-transcript', '0.3.5'),
}
