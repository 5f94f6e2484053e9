import FuzzRun

try Fuzzer.run(material: Material.write) { ConfigurationCase(text: $0).run() }
