public let touchstickVersion = "0.1.0"
