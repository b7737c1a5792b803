/** How programs are told to trust an authority of our own. */

export interface Authority {
  /** Of its certificate, in PEM. */
  readonly file: string
  readonly fingerprint: string
}

export function renderTrust({ file, fingerprint }: Authority): string {
  return `
What this installation shows to TLS clients is vouched for by an authority of its own:

  ${file}
  SHA-256 ${fingerprint}

It vouches for servers, so whoever has its key can be any server to those who trust it. The key never leaves its
directory. For the machine of a client, copy the certificate: \`sudo cay trust --pem > cay.crt\`

  Debian, Ubuntu   sudo cp cay.crt /usr/local/share/ca-certificates/ && sudo update-ca-certificates
  Fedora, RHEL     sudo cp cay.crt /etc/pki/ca-trust/source/anchors/ && sudo update-ca-trust
  macOS            sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain cay.crt
  Node             export NODE_EXTRA_CA_CERTS=$PWD/cay.crt
  Python           export SSL_CERT_FILE=$PWD/cay.crt
  curl             curl --cacert cay.crt …`.trimStart()
}
