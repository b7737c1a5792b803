/** The servers of AWS: Python packages of one kind, of which each has a program with the name that the package has on its page. */
import { type CatalogueEntry, pypi } from './catalogue-entry.ts'

const profile = { awsProfile: 'AWS_PROFILE', awsRegion: 'AWS_REGION' }
const keys = { ...profile, awsAccessKeyId: 'AWS_ACCESS_KEY_ID', awsSecretAccessKey: 'AWS_SECRET_ACCESS_KEY' }
const session = { ...keys, awsSessionToken: 'AWS_SESSION_TOKEN' }

function aws(name: string, version: string, env: Readonly<Record<string, string>> = {}): CatalogueEntry {
  const program = `awslabs.${name}-mcp-server`
  return pypi(program, version, { program, env })
}

export const awsCatalogue: Readonly<Record<string, CatalogueEntry>> = {
  amazonBedrockAgentcore: aws('amazon-bedrock-agentcore', '0.2.1'),
  amazonKendraIndex: aws('amazon-kendra-index', '1.1.1', { ...profile, kendraIndexId: 'KENDRA_INDEX_ID' }),
  amazonNeptune: aws('amazon-neptune', '1.1.1', { ...profile, neptuneEndpoint: 'NEPTUNE_ENDPOINT' }),
  amazonQbusinessAnonymous: aws('amazon-qbusiness-anonymous', '0.1.1', {
    ...session,
    qbusinessApplicationId: 'QBUSINESS_APPLICATION_ID',
  }),
  awsApi: aws('aws-api', '1.5.6', {
    awsAccessKeyId: 'AWS_ACCESS_KEY_ID',
    awsRegion: 'AWS_REGION',
    awsSecretAccessKey: 'AWS_SECRET_ACCESS_KEY',
    awsSessionToken: 'AWS_SESSION_TOKEN',
    awsProfileName: 'AWS_API_MCP_PROFILE_NAME',
  }),
  awsAppsync: aws('aws-appsync', '0.2.1', session),
  awsBedrockCustomModelImport: aws('aws-bedrock-custom-model-import', '0.0.23', {
    ...session,
    bedrockModelImportS3Bucket: 'BEDROCK_MODEL_IMPORT_S3_BUCKET',
  }),
  awsDataprocessing: aws('aws-dataprocessing', '0.2.2', profile),
  awsDocumentation: aws('aws-documentation', '1.2.3'),
  awsHealthomics: aws('aws-healthomics', '0.1.5', profile),
  awsIotSitewise: aws('aws-iot-sitewise', '11.0.23', profile),
  awsLocation: aws('aws-location', '2.1.1', session),
  awsPricing: aws('aws-pricing', '1.1.1', session),
  awslabsBillingCostManagement: aws('billing-cost-management', '0.0.42', {
    ...profile,
    storageLensManifestLocation: 'STORAGE_LENS_MANIFEST_LOCATION',
  }),
  awslabsCloudtrail: aws('cloudtrail', '0.1.1', { awsProfile: 'AWS_PROFILE' }),
  awslabsCloudwatch: aws('cloudwatch', '0.3.1', profile),
  awslabsCloudwatchAppsignals: aws('cloudwatch-applicationsignals', '0.2.1', profile),
  awslabsDynamodb: aws('dynamodb', '2.1.8', profile),
  awslabsElasticache: aws('elasticache', '0.2.1', profile),
  awslabsIam: aws('iam', '1.1.2', keys),
  awslabsMemcached: aws('memcached', '1.1.1', {
    memcachedHost: 'MEMCACHED_HOST',
    memcachedPort: 'MEMCACHED_PORT',
  }),
  awslabsRedshift: aws('redshift', '0.1.2', profile),
  awslabsS3Tables: aws('s3-tables', '0.1.1', session),
  awslabsTimestreamForInfluxdb: aws('timestream-for-influxdb', '0.1.2', profile),
  awslabsValkey: aws('valkey', '1.1.1', { valkeyHost: 'VALKEY_HOST', valkeyPort: 'VALKEY_PORT' }),
}
