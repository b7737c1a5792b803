/**
 * The servers of the client's list (`McpServer`) that the gateway refuses by name: no npm or Python package of theirs is in the
 * catalogue. Most exist as a container image or as a remote service alone.
 */
export const unpublishedServers: readonly string[] = `
  aks alfresco apiGateway arm astGrep astraDb astroDocs atlasDocs audienseInsights
  awsBedrockDataAutomation awsCdk awsCore awsDiagram awsKbRetrievalServer awsMsk awsTerraform
  awslabsCcapi awslabsCfn awslabsCostExplorer awslabsNovaCanvas beagleSecurity bitrefill box buildkite
  camunda charmhealth chroma close cloudflareDocs cockroachdb codeInterpreter cylera cyreslabAiShodan
  dappierRemote dart databaseServer databutton deepwiki descope discord dockerhub dodoPayments
  dotnetTypesExplorer dreamfactory e2b edubase elevenlabs explorium fibery findADomain firewalla
  geminiApiDocs githubChat githubOfficial gitmcp glif gmail googleFlights googleMapsComprehensive grafana
  gyazo hackernews hackle handwritingOcr hdx heroku hoverfly huggingFace hummingbot husqvarnaAutomower
  hyperspell iaptic inspektorGadget javadocs jetbrains kafkaSchemaReg keboola kong kubectl kubernetes
  linkedin llmtxt maestro manifold markdownify mavenTools mercadoLibre mercadoPago metabase minecraftWiki
  multiversxMx nasdaqDataLink needle neo4j nodeCodeSandbox novita npmSentinel obsidian okta oktaMcpFctr
  omi onlyofficeDocspace openapi openapiSchema openmesh openweather openzeppelinCairo
  openzeppelinSolidity openzeppelinStellar openzeppelinStylus opik opine oracle ospMarketingTools
  paperSearch pia pinecone playwright pluggedinMcpProxy polarSignals pomodash prefEditor proxmox
  puppeteer pythonRefactoring quantconnect ramparts razorpay reddit redisCloud remote render risken ros2
  rube rustMcpFilesystem schemacrawlerAi schoginiMcpImageBorder scrapezy securenoteLink sentry sequa
  shortIo simplechecklist singlestore smartbear sonarqube stackgen stackhawk supadata suzieq
  taskOrchestrator teamwork temporal terraform testkube textToGraphql thingsboard tigris unrealEngine
  vectraAiRux veyrax victorialogs victoriametrics victoriatraces vulnNist wayfound wolframAlpha zen
  zerodhaKite zscaler
`
  .trim()
  .split(/\s+/)
