# libyaml, which reads the presets of wend-lab: the target Yaml::Yaml.
find_path(YAML_INCLUDE_DIR yaml.h)
find_library(YAML_LIBRARY yaml)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Yaml REQUIRED_VARS YAML_LIBRARY YAML_INCLUDE_DIR)
if(Yaml_FOUND AND NOT TARGET Yaml::Yaml)
  add_library(Yaml::Yaml UNKNOWN IMPORTED)
  set_target_properties(Yaml::Yaml PROPERTIES IMPORTED_LOCATION ${YAML_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${YAML_INCLUDE_DIR})
endif()
