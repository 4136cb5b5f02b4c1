"""What was typed becomes an outcome or a value. A form knows no arithmetic and writes nothing."""
